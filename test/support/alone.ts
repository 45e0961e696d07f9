import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { KMSClient } from "@aws-sdk/client-kms";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, vi } from "vitest";

// Set up before each file that puts something else in a module's place. A process of its own would load every package
// anew. So files share a process: each loads our own modules itself, and leaves the packages as it found them.

const CLIENTS: readonly { prototype: object }[] = [
  CognitoIdentityProviderClient,
  DynamoDBDocumentClient,
  KMSClient,
  LambdaClient,
  SecretsManagerClient,
  SESv2Client,
  SQSClient,
];
const environment = { ...process.env };
const sends = CLIENTS.map(({ prototype }) => Object.getOwnPropertyDescriptor(prototype, "send"));

afterAll(() => {
  // First: a spy gives back what it found, which may be another test's.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  for (const [at, { prototype }] of CLIENTS.entries()) {
    const send = sends[at];
    if (send) Object.defineProperty(prototype, "send", send);
    else Reflect.deleteProperty(prototype, "send");
  }
  vi.resetModules();
});
