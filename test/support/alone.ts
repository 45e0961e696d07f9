import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { KMSClient } from "@aws-sdk/client-kms";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, vi } from "vitest";

// Runs before each test file that replaces modules. These files share a process, because a process for each would load
// every package again. Each file loads our modules anew and leaves the packages as it found them.

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

afterAll(async () => {
  // A module that loads after the reset would stay for the next file, even if that file replaces the module's imports.
  await vi.dynamicImportSettled();
  // This has to precede the other steps, because a spy restores what it replaced, and that may be another test's mock.
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
