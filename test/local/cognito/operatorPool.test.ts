import {
  AdminDeleteSoftwareTokenCommand,
  AssociateSoftwareTokenCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  GetUserCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import { handler } from "../../../functions/accounts/limitOperatorToken.ts";
import { poolFromTemplate } from "../../../local/cognito/template.ts";
import { totpCode } from "../../../local/cognito/totp.ts";
import {
  findOperatorAccount,
  makeOperatorAccount,
  type OperatorPlace,
} from "../../../scripts/operator/accounts.ts";
import { synthesize } from "../../infra/synthesized.ts";
import {
  claimsOf,
  cognitoFor,
  EMAIL,
  PASSWORD,
  refreshed,
  startSignIn,
  type TestCognito,
} from "./support.ts";

const TEMPORARY = "Temporary-Word1";

/** The pool of prod's template with the product's trigger, but for a sign-in that needs no SRP. */
async function operatorPool(): Promise<TestCognito> {
  const { Resources } = synthesize({ stage: "prod" }).data;
  const { LambdaConfig: _ids, ...properties } = Resources.OperatorPool?.Properties ?? {};
  const client = Resources.OperatorPoolClient?.Properties;
  const pool = poolFromTemplate({
    pool: { logicalId: "OperatorPool", properties: { ...properties, UserPoolName: "operators" } },
    client: { logicalId: "Client", properties: { ...client, ClientName: "back-office", UserPoolId: "pool" } },
    groups: [],
  });
  const triggers = {
    PreTokenGeneration: (event: unknown) => handler(event as never, { awsRequestId: "request" } as Context),
  };
  return cognitoFor({
    pool: { ...pool, triggers: { PreTokenGeneration: "PreTokenGeneration" }, tokenTriggerVersion: "V2_0" },
    client: { ...pool.client, authFlows: ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"] },
    triggers,
  });
}

const placeOf = ({ sdk, admin }: TestCognito) =>
  ({ cognito: sdk, poolId: admin.UserPoolId }) as unknown as OperatorPlace;

async function answer(
  cognito: TestCognito,
  ChallengeName: string,
  Session: string | undefined,
  more: object = {},
) {
  const ChallengeResponses = { USERNAME: EMAIL, ...more };
  const command = { ...cognito.client, ChallengeName, Session, ChallengeResponses };
  return cognito.sdk.send(new RespondToAuthChallengeCommand(command as never));
}

/** Enrolls an authenticator in the middle of a sign-in, as the pool demands. */
async function enroll(cognito: TestCognito, session: string | undefined) {
  const { SecretCode = "", Session } = await cognito.sdk.send(
    new AssociateSoftwareTokenCommand({ Session: session }),
  );
  const UserCode = totpCode(SecretCode, Math.floor(Date.now() / 30_000));
  const verified = await cognito.sdk.send(new VerifySoftwareTokenCommand({ Session, UserCode }));
  const { AuthenticationResult } = await answer(cognito, "MFA_SETUP", verified.Session);
  return AuthenticationResult ?? {};
}

test("prod's operators' pool gives no tokens without an authenticator, and none that can change it", async () => {
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

test("a token trigger that the plan lacks is refused at the start, as Amazon refuses it at the deployment", () => {
  const LambdaConfig = { PreTokenGenerationConfig: { LambdaArn: "f", LambdaVersion: "V2_0" } };
  const of = (UserPoolTier: string) =>
    poolFromTemplate({
      pool: { logicalId: "Pool", properties: { UserPoolTier, LambdaConfig } },
      client: { logicalId: "Client", properties: {} },
      groups: [],
    });
  expect(() => of("LITE")).toThrow(/Pool: Cognito refuses the token trigger V2_0 on the plan LITE/);
  expect(of("ESSENTIALS").tokenTriggerVersion).toBe("V2_0");
});
