import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AdminConfirmSignUpCommand,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { Amplify } from "aws-amplify";
import { signOut } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { onTestFinished } from "vitest";
import type { Mail } from "../../src/cognito/context.ts";
import type { PoolClient, PoolDescription, TriggerName } from "../../src/cognito/pool.ts";
import { type CognitoOptions, startCognito } from "../../src/cognito/server.ts";

export const PASSWORD = "Correct-Horse7";

export type TriggerEvent = {
  triggerSource: string;
  userName: string;
  request: { userAttributes: Record<string, string> } & Record<string, unknown>;
  response: Record<string, unknown>;
};
export type Trigger = (event: TriggerEvent) => unknown;

export function poolWith(
  changes: Partial<PoolDescription> = {},
  client: Partial<PoolClient> = {},
): PoolDescription {
  return {
    logicalId: "UserPool",
    name: "users",
    passwordPolicy: {
      minimumLength: 8,
      requireUppercase: true,
      requireLowercase: true,
      requireNumbers: true,
      requireSymbols: false,
      temporaryPasswordSeconds: 7 * 86400,
    },
    usernameAttributes: ["email"],
    caseSensitive: false,
    autoVerifiedAttributes: ["email"],
    verifyBeforeUpdate: ["email"],
    schema: [{ name: "email", required: true, mutable: true }],
    triggers: {},
    tokenTriggerVersion: "V1_0",
    recovery: "email",
    adminCreateUserOnly: false,
    mfa: "OPTIONAL",
    mail: {
      from: "accounts@shop.example",
      verification: { subject: "Your code", message: "Your code is {####}." },
      invitation: {
        subject: "Welcome",
        message: "Your username is {username} and temporary password is {####}.",
      },
    },
    groups: [{ name: "operators", precedence: 1 }],
    ...changes,
    client: {
      logicalId: "WebClient",
      name: "web",
      authFlows: ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
      accessTokenSeconds: 900,
      idTokenSeconds: 900,
      refreshTokenSeconds: 30 * 86400,
      authSessionSeconds: 180,
      preventUserExistenceErrors: true,
      readAttributes: undefined,
      writeAttributes: ["email"],
      tokenRevocation: true,
      ...client,
    },
  };
}

/** Generated once, because generating a pool's two keys takes longer than most tests. */
const SPARE_KEYS = mkdtempSync(join(tmpdir(), "cognito-keys-"));

export type Setup = {
  pool?: Partial<PoolDescription>;
  client?: Partial<PoolClient>;
  triggers?: Partial<Record<TriggerName, Trigger>>;
  dataDir?: string;
  triggerTimeoutMs?: number;
  /** Lets the pool generate its keys. */
  ownKeys?: true;
};

/** A pool on a free port with its mails, a movable clock, and the AWS SDK. */
export async function cognitoFor(setup: Setup = {}) {
  const dataDir = setup.dataDir ?? temporaryDirectory();
  const mails: Mail[] = [];
  const events: TriggerEvent[] = [];
  const clock = { offsetMs: 0 };
  const names = Object.keys(setup.triggers ?? {});
  const pool = poolWith(
    { triggers: Object.fromEntries(names.map((name) => [name, name])), ...setup.pool },
    setup.client,
  );
  const options: CognitoOptions = {
    port: 0,
    dataDir,
    spareKeysDir: setup.ownKeys ? undefined : SPARE_KEYS,
    region: "eu-central-1",
    pools: [pool],
    sendMail: (mail) => mails.push(mail),
    now: () => Date.now() + clock.offsetMs,
    invokeTrigger: async (name, event) => {
      events.push(structuredClone(event) as TriggerEvent);
      return await setup.triggers?.[name as TriggerName]?.(event as TriggerEvent);
    },
    ...(setup.triggerTimeoutMs === undefined ? {} : { triggerTimeoutMs: setup.triggerTimeoutMs }),
  };
  const started = await startCognito(options);
  const [address] = started.pools;
  if (!address) throw new Error("Cognito started without the given pool");
  const cognito = { ...started, ...address, jwks: () => started.jwks(address.issuer) };
  onTestFinished(() => cognito.close());
  const sdk = new CognitoIdentityProviderClient({
    endpoint: cognito.endpoint,
    region: "eu-central-1",
    credentials: { accessKeyId: "AKIDLOCAL", secretAccessKey: "local" },
    maxAttempts: 1,
  });
  return {
    ...cognito,
    sdk,
    mails,
    events,
    dataDir,
    client: { ClientId: cognito.clientId },
    admin: { UserPoolId: cognito.userPoolId },
    advance: (seconds: number) => {
      clock.offsetMs += seconds * 1000;
    },
    lastCode: (): string => mails.at(-1)?.text.match(/\d{6}/)?.[0] ?? "no code was mailed",
  };
}
export type TestCognito = Awaited<ReturnType<typeof cognitoFor>>;

/** Like the product's trigger: confirms each new user and marks the address as verified. */
export const autoConfirm: Trigger = (event) => ({
  ...event,
  response: { autoConfirmUser: true, autoVerifyEmail: true },
});

/** Connects Amplify's client to the pool, as the site does, with separate storage. */
export function amplifyFor(cognito: TestCognito): Map<string, string> {
  const stored = new Map<string, string>();
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: cognito.userPoolId,
        userPoolClientId: cognito.clientId,
        userPoolEndpoint: cognito.endpoint,
      },
    },
  });
  // Must come after `configure`, which installs its own storage.
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void stored.set(key, value),
    getItem: async (key) => stored.get(key) ?? null,
    removeItem: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  });
  onTestFinished(() => signOut());
  return stored;
}

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "cognito-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export const EMAIL = "ada@example.com";

/** Allows sign-in by plain password, which keeps other tests short. */
const EVERY_FLOW = ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"];

/** A pool with one confirmed user with a verified address. */
export async function poolWithAda(setup: Setup = {}) {
  const cognito = await cognitoFor({
    ...setup,
    triggers: { PreSignUp: autoConfirm, ...setup.triggers },
    client: { authFlows: EVERY_FLOW, ...setup.client },
  });
  const created = await cognito.sdk.send(
    new SignUpCommand({ ...cognito.client, Username: EMAIL, Password: PASSWORD }),
  );
  const ada = { ...cognito.admin, Username: EMAIL };
  return { ...cognito, ada, sub: created.UserSub ?? "" };
}

/** A pool with one user whom an admin confirmed and whose address is unverified. */
export async function poolWithUnverifiedAda() {
  const cognito = await cognitoFor({ client: { authFlows: EVERY_FLOW } });
  await cognito.sdk.send(new SignUpCommand({ ...cognito.client, Username: EMAIL, Password: PASSWORD }));
  await cognito.sdk.send(new AdminConfirmSignUpCommand({ ...cognito.admin, Username: EMAIL }));
  return { ...cognito, ada: { ...cognito.admin, Username: EMAIL } };
}

export async function startSignIn(cognito: TestCognito, password = PASSWORD, username = EMAIL) {
  return await cognito.sdk.send(
    new InitiateAuthCommand({
      ...cognito.client,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: username, PASSWORD: password },
    }),
  );
}

export async function signedIn(cognito: TestCognito, password = PASSWORD, username = EMAIL) {
  const { AuthenticationResult } = await startSignIn(cognito, password, username);
  return {
    AccessToken: AuthenticationResult?.AccessToken ?? "",
    IdToken: AuthenticationResult?.IdToken ?? "",
    RefreshToken: AuthenticationResult?.RefreshToken ?? "",
  };
}

export async function refreshed(cognito: TestCognito, RefreshToken: string) {
  const answer = await cognito.sdk.send(
    new GetTokensFromRefreshTokenCommand({ ...cognito.client, RefreshToken }),
  );
  return answer.AuthenticationResult ?? {};
}

export function claimsOf(token: string | undefined): Record<string, unknown> {
  return JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString());
}
