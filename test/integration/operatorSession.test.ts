import {
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  DeleteUserAttributesCommand,
  DeleteUserCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserAttributeVerificationCodeCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
  VerifySoftwareTokenCommand,
  VerifyUserAttributeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { signIn, signUp } from "#local-aws";
import { BRAND } from "#shared/brand.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { SECOND } from "#shared/instant.ts";
import { operatorPlace } from "../../local/seed/operator.ts";
import type { Aws } from "../../scripts/aws/aws.ts";
import { endOperatorSessions } from "../../scripts/operator/accounts.ts";
import { createOperator } from "../../scripts/operatorCreate.ts";
import { removeOperatorOf } from "../../scripts/operatorRemove.ts";
import { call, send } from "../support/api.ts";
import { settle } from "../support/control.ts";
import { mailedCode, mailTo } from "../support/mail.ts";
import {
  newEmail,
  PASSWORD,
  type Person,
  signInAsOperator,
  signInPerson,
  signInWithoutSession,
  signUpOperator,
} from "../support/people.ts";
import { stack } from "../support/running.ts";

const operatorEndpoints = Object.values<Endpoint>(ENDPOINTS).filter(
  ({ audience }) => audience === "operator",
);
const pool = () =>
  new CognitoIdentityProviderClient({
    endpoint: stack().cognito.endpoint,
    region: stack().dynamodb.region,
    maxAttempts: 1,
  });
const signedInAt = (person: Person) => new Date(Number(decodeJwt(person.accessToken).auth_time) * SECOND);
const renewed = async (clientId: string, RefreshToken: string) => {
  const command = new GetTokensFromRefreshTokenCommand({ ClientId: clientId, RefreshToken });
  return (await pool().send(command)).AuthenticationResult?.AccessToken ?? "";
};
const stats = (token: string) => call("insights/getSystemStats", {}, { token });

/** Presents the running stack to the operators' commands as if it were deployed. */
function deployment(): Aws {
  const { cognito, dynamodb, poolId } = operatorPlace(stack());
  const parameters = new Map([
    [`/${BRAND.slug}/dev/operator-pool-id`, poolId],
    [`/${BRAND.slug}/dev/user-pool-id`, stack().cognito.userPoolId],
  ]);
  return {
    parameter: async (name: string) => parameters.get(name),
    putParameter: async () => undefined,
    // Nothing was uploaded: the local site gets its config.json another way.
    download: async () => undefined,
    clients: () => ({ cognito: () => cognito, dynamodb: () => dynamodb }),
  } as unknown as Aws;
}

async function operatorCreate(email: string, now: Date, ...more: string[]): Promise<string> {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const tools = { connect: async () => deployment(), say, now: () => now };
  await createOperator(["--stage", "dev", "--email", email, ...more], tools);
  return said.join("\n");
}

async function operatorRemove(email: string): Promise<string> {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const tools = { connect: async () => deployment(), say, ask: async () => email };
  await removeOperatorOf(["--stage", "dev", "--email", email], tools);
  return said.join("\n");
}

test("a stranger who signed up with the operator's address first can make no operator call", async () => {
  const email = newEmail("boss");
  const strangers = "Strangers-Word1";
  await signUp(stack().cognito, email, strangers);
  const stranger = await signInPerson(email, strangers);

  const ClientId = stack().cognito.clientId;
  await pool().send(new ForgotPasswordCommand({ ClientId, Username: email }));
  const ConfirmationCode = await mailedCode(email);
  const chosen = { ClientId, Username: email, ConfirmationCode, Password: PASSWORD };
  await pool().send(new ConfirmForgotPasswordCommand(chosen));
  const said = await operatorCreate(email, signedInAt(stranger));
  const temporary = /Temporary password.*: (\S+)/.exec(said)?.[1] ?? "";

  // If the pool refuses the renewal, the test uses the previous token.
  const token = await renewed(ClientId, stranger.refreshToken).catch(() => stranger.accessToken);
  expect(decodeJwt(token)["cognito:groups"]).toBeUndefined();
  for (const each of [token, stranger.accessToken, stranger.idToken])
    for (const contract of operatorEndpoints)
      expect(
        (await send(contract, contract.method === "GET" ? undefined : "{}", { token: each })).status,
      ).toBe(401);
  for (const password of [strangers, PASSWORD])
    await expect(signIn(stack().operatorPool, email, password)).rejects.toThrow(
      /Incorrect username or password/,
    );
  // The owner can sign in only with the password from the command.
  expect(temporary).toMatch(/^\w{20}$/);
  await expect(signIn(stack().operatorPool, email, temporary)).rejects.toThrow(/NEW_PASSWORD_REQUIRED/);
});

test("the operators' pool allows neither signing up nor recovery by mail", async () => {
  const { clientId: ClientId } = stack().operatorPool;
  const email = newEmail();
  await expect(
    pool().send(new SignUpCommand({ ClientId, Username: email, Password: PASSWORD })),
  ).rejects.toThrow("SignUp is not permitted for this user pool");
  const operator = await signUpOperator();
  await expect(
    pool().send(new ForgotPasswordCommand({ ClientId, Username: operator.email })),
  ).rejects.toThrow(/Contact administrator/);
  expect(await mailTo(operator.email)).toEqual([]);
});

test("an operator's access token alone allows nothing at the pool, even after a renewal", async () => {
  const operator = await signUpOperator();
  const token = await renewed(stack().operatorPool.clientId, operator.refreshToken);
  expect((await stats(token)).status).toBe(200);
  const other = { Name: "email", Value: newEmail() };
  for (const AccessToken of [operator.accessToken, token]) {
    const attempts = [
      new AssociateSoftwareTokenCommand({ AccessToken }),
      new VerifySoftwareTokenCommand({ AccessToken, UserCode: "123456" }),
      new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: false } }),
      new ChangePasswordCommand({
        AccessToken,
        PreviousPassword: PASSWORD,
        ProposedPassword: "Another-Word1",
      }),
      new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [other] }),
      new DeleteUserAttributesCommand({ AccessToken, UserAttributeNames: ["email"] }),
      new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: "email" }),
      new VerifyUserAttributeCommand({ AccessToken, AttributeName: "email", Code: "123456" }),
      new GetUserCommand({ AccessToken }),
      new GlobalSignOutCommand({ AccessToken }),
      new DeleteUserCommand({ AccessToken }),
    ];
    for (const attempt of attempts)
      await expect(pool().send(attempt as never), attempt.constructor.name).rejects.toThrow(
        "Access Token does not have required scopes",
      );
  }
});

test("a sign-in and its renewals can make calls from the start of the session until its end", async () => {
  const { email, userId } = await signUpOperator();
  const person = await signInWithoutSession(email);
  expect(await stats(person.accessToken)).toMatchObject({ status: 401, body: { code: "SESSION_ENDED" } });
  const start = (token: string) =>
    call("accounts/startOperatorSession", { device: "device-of-the-tests" }, { token });
  for (const _again of [1, 2]) expect((await start(person.accessToken)).status).toBe(200);
  expect((await stats(person.accessToken)).status).toBe(200);
  const token = await renewed(stack().operatorPool.clientId, person.refreshToken);
  expect((await stats(token)).status).toBe(200);

  await endOperatorSessions(operatorPlace(stack()), { userId, email }, signedInAt(person), false);
  for (const each of [person.accessToken, token]) {
    expect((await stats(each)).status).toBe(401);
    expect((await start(each)).status).toBe(401);
  }
  await expect(renewed(stack().operatorPool.clientId, person.refreshToken)).rejects.toThrow(/revoked/);
});

test("signing out ends this session and its renewals at once, and no other session", async () => {
  const { email } = await signUpOperator();
  const [leaving, staying] = [await signInAsOperator(email), await signInAsOperator(email)];
  const token = await renewed(stack().operatorPool.clientId, leaving.refreshToken);
  expect((await stats(token)).status).toBe(200);
  expect((await call("accounts/endOperatorSession", {}, { token: leaving.accessToken })).status).toBe(200);
  for (const each of [leaving.accessToken, token]) {
    expect(await stats(each)).toMatchObject({ status: 401, body: { code: "SESSION_ENDED" } });
    // The token cannot start the session again.
    const start = call("accounts/startOperatorSession", { device: "device-of-the-tests" }, { token: each });
    expect((await start).status).toBe(401);
  }
  expect((await stats(staying.accessToken)).status).toBe(200);
});

test("operator:create for an existing operator ends every session and keeps the account and its password", async () => {
  const operator = await signUpOperator();
  const said = await operatorCreate(operator.email, signedInAt(operator));
  expect(said).toContain("Every earlier session has ended.");
  expect(said).not.toContain("Temporary password");
  expect((await stats(operator.accessToken)).status).toBe(401);
  // The API treats a sign-in within the same second as earlier.
  await expect
    .poll(() =>
      signInAsOperator(operator.email).then(
        ({ userId }) => userId,
        () => null,
      ),
    )
    .toBe(operator.userId);

  const reset = await operatorCreate(operator.email, signedInAt(operator), "--reset-password");
  expect(reset).toContain("Temporary password");
  await expect(signInWithoutSession(operator.email)).rejects.toThrow(/Incorrect username or password/);
});

test("operator:remove ends an operator's sessions, account and API keys at once, and the audit log says so", async () => {
  const [leaver, other] = [await signUpOperator(), await signUpOperator()];
  const name = `of ${leaver.email.slice(0, 20)}`;
  const made = await call(
    "apiKeys/createApiKey",
    { name, scopes: { insights: "read" }, expiresInDays: null },
    { token: leaver.accessToken },
  );
  const { id } = made.body.key as { id: string };
  const byScript = () =>
    send({ method: "GET", path: "/scripts/api/admin/system-stats" }, undefined, {
      token: String(made.body.secret),
    });
  expect((await byScript()).status).toBe(200);

  expect(await operatorRemove(leaver.email)).toContain(`will be revoked: ${name}.`);
  expect(await byScript()).toMatchObject({ status: 401, body: { error: "This API key was revoked." } });
  expect((await stats(leaver.accessToken)).status).toBe(401);
  await expect(renewed(stack().operatorPool.clientId, leaver.refreshToken)).rejects.toThrow();
  await expect(signIn(stack().operatorPool, leaver.email, PASSWORD)).rejects.toThrow();
  const { body } = await call("apiKeys/listApiKeys", {}, { token: other.accessToken });
  const keys = body.keys as { id: string; revoked_at: string | null }[];
  expect(keys.find((key) => key.id === id)?.revoked_at).toEqual(expect.any(String));
  const log = await call("audit/listAudit", { limit: 20 }, { token: other.accessToken });
  for (const subject of [`apiKey#${id}`, `operator#${leaver.userId}`])
    expect(log.body.entries).toContainEqual(expect.objectContaining({ subject, operator: "deployer" }));
});

test("a mail reports a sign-in from a new device, but not from a known device", async () => {
  const operator = await signUpOperator();
  const reports = async () => {
    await settle();
    const mails = await mailTo(stack().operator.email);
    return mails.filter(({ text }) => text.includes(operator.email)).length;
  };
  expect(await reports()).toBe(1);
  await signInAsOperator(operator.email);
  expect(await reports()).toBe(1);
  const { accessToken: token } = await signInWithoutSession(operator.email);
  const started = await call("accounts/startOperatorSession", { device: "another-device-here" }, { token });
  expect(started).toMatchObject({ status: 200, body: { email: operator.email, newPlace: true } });
  expect(await reports()).toBe(2);
});
