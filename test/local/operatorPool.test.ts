import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  AdminDeleteSoftwareTokenCommand,
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Context } from "aws-lambda";
import { expect, onTestFinished, test } from "vitest";
import { poolFromTemplate, startCognito, totpCode } from "#local-aws";
import { handler } from "../../functions/accounts/limitOperatorToken.ts";
import {
  findOperatorAccount,
  makeOperatorAccount,
  type OperatorPlace,
} from "../../scripts/operator/accounts.ts";
import { synthesize } from "../infra/synthesized.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "Correct-Horse7";
const TEMPORARY = "Temporary-Word1";

/** The pool of prod's template with the product's trigger. Unlike prod, it allows signing in without SRP. */
async function operatorPool() {
  const { Resources } = synthesize({ stage: "prod" }).data;
  const { LambdaConfig: _ids, ...properties } = Resources.OperatorPool?.Properties ?? {};
  const client = Resources.OperatorPoolClient?.Properties;
  const pool = poolFromTemplate({
    pool: { logicalId: "OperatorPool", properties: { ...properties, UserPoolName: "operators" } },
    client: { logicalId: "Client", properties: { ...client, ClientName: "back-office", UserPoolId: "pool" } },
    groups: [],
  });
  const dataDir = mkdtempSync(path.join(tmpdir(), "operators-"));
  const mails: unknown[] = [];
  const started = await startCognito({
    port: 0,
    dataDir,
    region: "eu-central-1",
    pools: [
      {
        ...pool,
        triggers: { PreTokenGeneration: "PreTokenGeneration" },
        tokenTriggerVersion: "V2_0",
        client: { ...pool.client, authFlows: ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"] },
      },
    ],
    sendMail: (mail) => mails.push(mail),
    invokeTrigger: async (_name, event) => handler(event as never, { awsRequestId: "request" } as Context),
  });
  onTestFinished(async () => {
    await started.close();
    rmSync(dataDir, { recursive: true });
  });
  const [address] = started.pools;
  const sdk = new CognitoIdentityProviderClient({
    endpoint: started.endpoint,
    region: "eu-central-1",
    credentials: { accessKeyId: "AKIDLOCAL", secretAccessKey: "local" },
    maxAttempts: 1,
  });
  return {
    sdk,
    mails,
    client: { ClientId: address?.clientId },
    admin: { UserPoolId: address?.userPoolId },
  };
}
type OperatorPool = Awaited<ReturnType<typeof operatorPool>>;

function startSignIn(cognito: OperatorPool, password = PASSWORD) {
  return cognito.sdk.send(
    new InitiateAuthCommand({
      ...cognito.client,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: EMAIL, PASSWORD: password },
    }),
  );
}

async function refreshed(cognito: OperatorPool, RefreshToken: string) {
  const command = new GetTokensFromRefreshTokenCommand({ ...cognito.client, RefreshToken });
  return (await cognito.sdk.send(command)).AuthenticationResult ?? {};
}

function claimsOf(token: string | undefined): Record<string, unknown> {
  return JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString());
}

const placeOf = ({ sdk, admin }: OperatorPool) =>
  ({ cognito: sdk, poolId: admin.UserPoolId }) as unknown as OperatorPlace;

async function answer(
  cognito: OperatorPool,
  ChallengeName: string,
  Session: string | undefined,
  more: object = {},
) {
  const ChallengeResponses = { USERNAME: EMAIL, ...more };
  const command = { ...cognito.client, ChallengeName, Session, ChallengeResponses };
  return cognito.sdk.send(new RespondToAuthChallengeCommand(command as never));
}

/** Enrolls the required authenticator during a sign-in. */
async function enroll(cognito: OperatorPool, session: string | undefined) {
  const { SecretCode = "", Session } = await cognito.sdk.send(
    new AssociateSoftwareTokenCommand({ Session: session }),
  );
  const UserCode = totpCode(SecretCode, Math.floor(Date.now() / 30_000));
  const verified = await cognito.sdk.send(new VerifySoftwareTokenCommand({ Session, UserCode }));
  const { AuthenticationResult } = await answer(cognito, "MFA_SETUP", verified.Session);
  return AuthenticationResult ?? {};
}

test("the operators' pool of prod issues tokens only with an authenticator, and the tokens cannot change the authenticator", async () => {
  const cognito = await operatorPool();
  await expect(
    cognito.sdk.send(new SignUpCommand({ ...cognito.client, Username: EMAIL, Password: PASSWORD })),
  ).rejects.toThrow("SignUp is not permitted for this user pool");
  const sub = await makeOperatorAccount(placeOf(cognito), EMAIL, TEMPORARY);
  await expect(findOperatorAccount(placeOf(cognito), EMAIL)).resolves.toEqual({
    userId: sub,
    hasPassword: false,
  });
  expect(cognito.mails).toEqual([]);

  const first = await startSignIn(cognito, TEMPORARY);
  expect(first.ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
  const second = await answer(cognito, "NEW_PASSWORD_REQUIRED", first.Session, { NEW_PASSWORD: PASSWORD });
  expect(second).toMatchObject({ ChallengeName: "MFA_SETUP" });
  const tokens = await enroll(cognito, second.Session);
  const { AccessToken: fresh } = await refreshed(cognito, tokens.RefreshToken ?? "");
  for (const AccessToken of [tokens.AccessToken, fresh]) {
    expect(claimsOf(AccessToken).scope).toBe("");
    for (const attempt of [
      new GetUserCommand({ AccessToken }),
      new AssociateSoftwareTokenCommand({ AccessToken }),
      new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: false } }),
    ])
      await expect(cognito.sdk.send(attempt as never)).rejects.toThrow(
        "Access Token does not have required scopes",
      );
  }
  expect((await startSignIn(cognito)).ChallengeName).toBe("SOFTWARE_TOKEN_MFA");

  await expect(
    cognito.sdk.send(new ForgotPasswordCommand({ ...cognito.client, Username: EMAIL })),
  ).rejects.toThrow("Contact administrator to reset password.");
  const guess = { ...cognito.client, Username: EMAIL, ConfirmationCode: "123456", Password: "Another-Word1" };
  await expect(cognito.sdk.send(new ConfirmForgotPasswordCommand(guess))).rejects.toThrow();

  await cognito.sdk.send(new AdminDeleteSoftwareTokenCommand({ ...cognito.admin, Username: EMAIL }));
  expect((await startSignIn(cognito)).ChallengeName).toBe("MFA_SETUP");
});
