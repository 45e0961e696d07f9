import { beforeAll, describe, expect, test } from "vitest";
import { beginSignIn } from "#local-aws";
import type { Session } from "#shared/accounts/session.ts";
import { call } from "../support/api.ts";
import { advanceClock, clearFaults, injectFault, settle, setViewer } from "../support/control.ts";
import { freeKeyOf } from "../support/devices.ts";
import { mailedCode, mailTo } from "../support/mail.ts";
import {
  newEmail,
  PASSWORD,
  type Person,
  signInPerson,
  signUpOperator,
  signUpPerson,
} from "../support/people.ts";
import {
  atPool,
  nextCodeOf,
  refreshAtPool,
  resetPassword,
  signInAtPool,
  turnOnSecondFactor,
} from "../support/pool.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { computer, priceOf } from "../support/shop.ts";

// Each test is an attacker's script. The attacker signs up early with the address of the account's future owner
// (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022), or has a stolen access token.

const OWNERS = "Owners-Horse8";

const seats = (token: string) => call("licenses/listSeats", {}, { token });

/** The attacker signs up with the owner's address and keeps every token. */
async function attackerSignsUp() {
  const { email, userId } = await signUpPerson(newEmail("victim"));
  return { email, userId, attacker: await signInAtPool(email) };
}

/** The owner of the address recovers the account. Moves the clock, because sessions start on whole seconds. */
async function ownerRecovers(email: string): Promise<string> {
  expect((await resetPassword(email, OWNERS)).status).toBe(200);
  await settle();
  await advanceClock(1);
  return (await signInPerson(email, OWNERS)).accessToken;
}

describe("an account that an attacker created first", () => {
  test("accepts none of the attacker's tokens after the owner's reset, and none can be renewed (unexpired session)", async () => {
    const { email, attacker } = await attackerSignsUp();
    expect((await seats(attacker.accessToken)).status).toBe(200);
    const owner = await ownerRecovers(email);
    expect(await seats(attacker.accessToken)).toMatchObject({
      status: 401,
      body: { code: "SESSION_ENDED" },
    });
    expect(await refreshAtPool(attacker.refreshToken)).toBeNull();
    expect((await seats(owner)).status).toBe(200);
  });

  test("has nothing that the attacker planted as a way back into the account (trojan identifier)", async () => {
    const { email, userId, attacker } = await attackerSignsUp();
    const as = { token: attacker.accessToken };
    const licenseKey = await freeKeyOf({ accessToken: attacker.accessToken } as never);
    const planted = await call("licenses/activate", { licenseKey, ...computer("thief") });
    expect(planted.status).toBe(200);
    await call("affiliates/join", { code: `TROJAN${Date.now() % 100000}`, acceptTerms: true } as never, as);
    const begun = await call("accounts/beginAuthenticator", {}, as);
    expect(begun.status).toBe(200);
    await call("customers/startSession", {}, as);
    const accomplice = await signUpPerson();
    const code = `ACCOMPLICE${Date.now() % 100000}`;
    await call("affiliates/join", { code, acceptTerms: true }, { token: accomplice.accessToken });
    const checkout = {
      price_id: await priceOf("monthly"),
      mode: "subscription" as const,
      affiliateCode: code,
    };
    const urls = { success_url: `${stack().siteUrl}/success`, cancel_url: `${stack().siteUrl}/dashboard` };
    expect((await call("checkout/startCheckout", { ...checkout, ...urls }, as)).status).toBe(200);
    const attributed = async () =>
      (await rowsOf("Affiliates")).filter(({ pk, sk }) => sk === "attribution" && pk === `user#${userId}`);
    expect(await attributed()).toHaveLength(1);
    const owner = { token: await ownerRecovers(email) };
    expect((await seats(owner.token)).body.seats).toEqual([]);
    expect((await call("affiliates/getAffiliate", {}, owner)).body).toMatchObject({ affiliate: null });
    expect(await attributed()).toEqual([]);
    const { fingerprint } = computer("thief");
    expect((await call("licenses/validate", { licenseKey, fingerprint })).body.code).not.toBe("VALID");
    // The owner can create a free key.
    expect((await call("licenses/createFreeKey", {}, owner)).status).toBe(200);
  });

  test("has no second factor, address or name from the attacker (trojan identifier)", async () => {
    const { email, attacker } = await attackerSignsUp();
    const as = { token: attacker.accessToken };
    expect((await call("accounts/changeName", { name: "Mallory" }, as)).status).toBe(200);
    const evil = newEmail("evil");
    expect((await call("accounts/changeEmail", { email: evil }, as)).status).toBe(200);
    await turnOnSecondFactor(attacker.accessToken);
    await expect(signInAtPool(email)).rejects.toThrow(/SOFTWARE_TOKEN_MFA/);
    const token = await ownerRecovers(email);
    const { body } = await call("accounts/getAccount", {}, { token });
    expect(body.account).toMatchObject({ email, name: null, secondFactorSince: null, pendingEmail: null });
    // The attacker's mailed code cannot change the address, even in the owner's browser.
    const code = await mailedCode(evil);
    expect((await call("accounts/confirmNewEmail", { code }, { token })).status).toBe(400);
  });

  test("lets the attacker neither begin nor complete an email change at the pool (unexpired email change)", async () => {
    const { email, attacker } = await attackerSignsUp();
    const AccessToken = attacker.accessToken;
    const evil = newEmail("evil");
    const begun = await atPool("UpdateUserAttributes", {
      AccessToken,
      UserAttributes: [{ Name: "email", Value: evil }],
    });
    expect(begun).toMatchObject({ status: 400, body: { __type: "ForbiddenException" } });
    await ownerRecovers(email);
    const ended = await atPool("VerifyUserAttribute", {
      AccessToken,
      AttributeName: "email",
      Code: "123456",
    });
    expect(ended.status).toBe(400);
    expect((await rowsOf("Users")).some((row) => row.email === evil)).toBe(false);
  });
});

describe("a sign-in that the attacker began before the owner's reset", () => {
  test("cannot be completed with the old password", async () => {
    const { email } = await signUpPerson(newEmail("victim"));
    const begun = await beginSignIn(stack().cognito, email);
    await ownerRecovers(email);
    await expect(begun.answer(PASSWORD)).rejects.toThrow("Incorrect username or password");
  });

  test("cannot be completed with an authenticator that the attacker planted", async () => {
    const { email, accessToken } = await signUpPerson(newEmail("victim"));
    const secret = await turnOnSecondFactor(accessToken);
    const { userId, answer } = await beginSignIn(stack().cognito, email);
    const { session } = await answer(PASSWORD);
    await ownerRecovers(email);
    const code = { USERNAME: userId, SOFTWARE_TOKEN_MFA_CODE: nextCodeOf(secret) };
    const finished = await atPool("RespondToAuthChallenge", {
      ClientId: stack().cognito.clientId,
      ChallengeName: "SOFTWARE_TOKEN_MFA",
      Session: session,
      ChallengeResponses: code,
    });
    expect(finished).toMatchObject({ status: 400, body: { __type: "CodeMismatchException" } });
  });

  test("allows no call before it starts a session, even if the account never had one", async () => {
    const { email } = await signUpPerson(newEmail("victim"));
    expect((await resetPassword(email, OWNERS)).status).toBe(200);
    const { accessToken } = await signInAtPool(email, OWNERS);
    expect(await seats(accessToken)).toMatchObject({ status: 401, body: { code: "SESSION_ENDED" } });
  });
});

const DEVICE = "eu-west-1_00000000-0000-4000-8000-000000000000";

describe("a stolen access token", () => {
  let person: Person;
  beforeAll(async () => {
    person = await signUpPerson();
  });

  test.each([
    ["DeleteUser", {}],
    ["UpdateUserAttributes", { UserAttributes: [{ Name: "email", Value: "evil@example.com" }] }],
    ["DeleteUserAttributes", { UserAttributeNames: ["email"] }],
    ["ChangePassword", { PreviousPassword: "Correct-Horse7", ProposedPassword: OWNERS }],
    ["GetUserAttributeVerificationCode", { AttributeName: "email" }],
    ["VerifyUserAttribute", { AttributeName: "email", Code: "123456" }],
    ["GlobalSignOut", {}],
    ["AssociateSoftwareToken", {}],
    ["VerifySoftwareToken", { UserCode: "123456" }],
    ["SetUserMFAPreference", { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } }],
    ["SetUserSettings", { MFAOptions: [] }],
    ["GetUserAuthFactors", {}],
    ["ConfirmDevice", { DeviceKey: DEVICE }],
    ["ForgetDevice", { DeviceKey: DEVICE }],
    ["GetDevice", { DeviceKey: DEVICE }],
    ["ListDevices", {}],
    ["ListUserSessions", {}],
    ["RevokeUserSession", { SessionId: "1" }],
    ["UpdateDeviceStatus", { DeviceKey: DEVICE, DeviceRememberedStatus: "remembered" }],
    ["StartWebAuthnRegistration", {}],
    ["CompleteWebAuthnRegistration", { Credential: {} }],
    ["ListWebAuthnCredentials", {}],
    ["DeleteWebAuthnCredential", { CredentialId: "1" }],
  ])("cannot call %s at the pool", async (operation, input) => {
    const answer = await atPool(operation, { AccessToken: person.accessToken, ...input });
    expect(answer).toMatchObject({ status: 400, body: { __type: "ForbiddenException" } });
  });

  test("changes nothing, so the owner can still sign in", async () => {
    expect((await signInAtPool(person.email)).userId).toBe(person.userId);
    expect((await seats(person.accessToken)).status).toBe(200);
  });
});

describe("a stolen password", () => {
  test("allows no call before the owner has a mail about the session, and the owner can end that session", async () => {
    const owner = await signUpPerson();
    const as = { token: owner.accessToken };
    expect((await call("customers/startSession", {}, as)).status).toBe(200);
    await settle();
    await advanceClock(1);
    const thief = await signInAtPool(owner.email);
    const renewed = (await refreshAtPool(thief.refreshToken)) ?? "";
    for (const token of [thief.accessToken, renewed])
      for (const id of ["licenses/listSeats", "customers/exportData", "accounts/getAccount"] as const)
        expect(await call(id, {}, { token }), id).toMatchObject({
          status: 401,
          body: { code: "SESSION_ENDED" },
        });
    expect((await seats(owner.accessToken)).status).toBe(200);

    await setViewer({ country: "BR", address: "203.0.113.9" });
    expect((await call("customers/startSession", {}, { token: thief.accessToken })).status).toBe(200);
    await setViewer({ country: "US", address: null });
    await settle();
    expect((await mailTo(owner.email)).map(({ text }) => text).join()).toContain("Brazil");
    expect((await seats(thief.accessToken)).status).toBe(200);
    const listed = await call("accounts/listSessions", {}, as);
    const strange = (listed.body.sessions as Session[]).find(({ country }) => country === "BR");
    expect((await call("accounts/endSession", { id: strange?.id }, as)).status).toBe(200);
    expect((await call("customers/startSession", {}, { token: renewed })).status).toBe(401);
    expect((await seats(renewed)).status).toBe(401);
  });
});

test("a suspension ends every session, and a new sign-in reaches only billing", async () => {
  const operator = await signUpOperator();
  const person = await signUpPerson();
  await call("customers/startSession", {}, { token: person.accessToken });
  const { status } = await call(
    "customers/suspendUser",
    { userId: person.userId, suspended: true },
    { token: operator.accessToken },
  );
  expect(status).toBe(200);
  expect(await call("subscriptions/getSubscription", {}, { token: person.accessToken })).toMatchObject({
    status: 401,
    body: { code: "SESSION_ENDED" },
  });
  await advanceClock(1);
  const { accessToken } = await signInAtPool(person.email);
  expect((await call("customers/startSession", {}, { token: accessToken })).status).toBe(200);
  expect((await call("subscriptions/getSubscription", {}, { token: accessToken })).status).toBe(200);
  expect((await seats(accessToken)).body.code).toBe("ACCOUNT_SUSPENDED");
});

test("a deletion ends every session before the account is deleted", async () => {
  const person = await signUpPerson();
  const token = person.accessToken;
  // The deletion's worker dies before its first write.
  await injectFault({
    service: "dynamodb",
    operation: "UpdateItem",
    function: "customers/eraseAccount",
    mode: "kill-before",
    times: 99,
  });
  expect((await call("customers/deleteAccount", { email: person.email }, { token })).status).toBe(200);
  expect(await seats(token)).toMatchObject({ status: 401, body: { error: "This account was deleted." } });
  await clearFaults();
  await settle();
  expect((await rowsOf("Users")).filter(({ pk }) => pk === person.userId)).toEqual([]);
});
