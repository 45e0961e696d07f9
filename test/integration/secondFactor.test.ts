import {
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { SECOND } from "#shared/instant.ts";
import { totpCode } from "../../local/cognito/totp.ts";
import { call } from "../support/api.ts";
import { signUpOperator } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";

test("an operator's sign-in is noted as covered once an authenticator is enrolled", async () => {
  const { cognito, dynamodb } = stack();
  const operator = await signUpOperator();
  const prove = () => call("accounts/proveSecondFactor", {}, { token: operator.accessToken });
  expect((await prove()).body).toEqual({ required: false, enrolled: false });
  const client = new CognitoIdentityProviderClient({ endpoint: cognito.endpoint, region: dynamodb.region });
  const AccessToken = operator.accessToken;
  const { SecretCode = "" } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = totpCode(SecretCode, Math.floor(Date.now() / (30 * SECOND)));
  await client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await client.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
  expect((await prove()).body).toEqual({ required: false, enrolled: true });
  const row = (await rowsOf("Users")).find(({ pk }) => pk === operator.userId);
  expect(row?.secondFactorSignIns).toEqual([decodeJwt(AccessToken).auth_time]);
});
