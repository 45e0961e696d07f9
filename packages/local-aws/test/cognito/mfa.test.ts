import {
  AdminDeleteSoftwareTokenCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  GetUserPoolMfaConfigCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  confirmSignIn,
  fetchAuthSession,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from "aws-amplify/auth";
import { describe, expect, test } from "vitest";
import { totpCode } from "../../src/cognito/totp.ts";
import { amplifyFor, EMAIL, PASSWORD, poolWithAda, signedIn } from "./support.ts";

const STEP_MS = 30_000;
const codeAt = (secret: string, stepsAhead = 0) =>
  totpCode(secret, Math.floor(Date.now() / STEP_MS) + stepsAhead);

/** Ada with an authenticator. The setup used up one code, so a sign-in needs the next code. */
async function withAuthenticator() {
  const cognito = await poolWithAda();
  amplifyFor(cognito);
  await signIn({ username: EMAIL, password: PASSWORD });
  const { sharedSecret } = await setUpTOTP();
  await verifyTOTPSetup({ code: codeAt(sharedSecret, -1) });
  await updateMFAPreference({ totp: "PREFERRED" });
  return { ...cognito, sharedSecret };
}

test("a code matches a test vector of RFC 6238", () => {
  // Appendix B of the RFC: the last six digits for the ASCII secret 12345678901234567890 at second 59.
  expect(totpCode("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1)).toBe("287082");
});

describe("a second factor", () => {
  test("is required once it is set up, and allows another try after a wrong code", async () => {
    const { sharedSecret } = await withAuthenticator();
    expect(await fetchMFAPreference()).toEqual({ enabled: ["TOTP"], preferred: "TOTP" });
    await signOut();
    const { nextStep } = await signIn({ username: EMAIL, password: PASSWORD });
    expect(nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
    const right = codeAt(sharedSecret);
    const wrong = right === "000000" ? "000001" : "000000";
    await expect(confirmSignIn({ challengeResponse: wrong })).rejects.toMatchObject({
      name: "CodeMismatchException",
    });
    expect(await confirmSignIn({ challengeResponse: right })).toMatchObject({ isSignedIn: true });
  });

  test("accepts each code once", async () => {
    const { sharedSecret } = await withAuthenticator();
    await signOut();
    const challengeResponse = codeAt(sharedSecret, 1);
    await signIn({ username: EMAIL, password: PASSWORD });
    await confirmSignIn({ challengeResponse });
    await signOut();
    await signIn({ username: EMAIL, password: PASSWORD });
    await expect(confirmSignIn({ challengeResponse })).rejects.toMatchObject({
      name: "ExpiredCodeException",
    });
  });

  test("locks the user after five wrong codes", async () => {
    const { sharedSecret } = await withAuthenticator();
    await signOut();
    await signIn({ username: EMAIL, password: PASSWORD });
    const right = codeAt(sharedSecret, 1);
    const wrong = right === "000000" ? "000001" : "000000";
    for (let count = 0; count < 5; count += 1) {
      await expect(confirmSignIn({ challengeResponse: wrong })).rejects.toMatchObject({
        name: "CodeMismatchException",
      });
    }
    await expect(confirmSignIn({ challengeResponse: right })).rejects.toMatchObject({
      message: "Password attempts exceeded",
    });
  });

  test("cannot be enabled without an authenticator", async () => {
    const cognito = await poolWithAda();
    const { AccessToken } = await signedIn(cognito);
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
    await expect(
      cognito.sdk.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings })),
    ).rejects.toMatchObject({ name: "InvalidParameterException" });
  });

  test("is replaced only once another authenticator is verified", async () => {
    const cognito = await withAuthenticator();
    const { accessToken } = (await fetchAuthSession()).tokens ?? {};
    const AccessToken = String(accessToken);
    const begun = await cognito.sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    await signOut();
    const asked = await signIn({ username: EMAIL, password: PASSWORD });
    expect(asked.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
    expect(await confirmSignIn({ challengeResponse: codeAt(cognito.sharedSecret) })).toMatchObject({
      isSignedIn: true,
    });
    const later = String((await fetchAuthSession()).tokens?.accessToken);
    const UserCode = codeAt(begun.SecretCode ?? "", -1);
    await cognito.sdk.send(new VerifySoftwareTokenCommand({ AccessToken: later, UserCode }));
    await signOut();
    await signIn({ username: EMAIL, password: PASSWORD });
    await expect(confirmSignIn({ challengeResponse: codeAt(cognito.sharedSecret, 1) })).rejects.toThrow();
    expect(await confirmSignIn({ challengeResponse: codeAt(begun.SecretCode ?? "") })).toMatchObject({
      isSignedIn: true,
    });
  });

  test("can be turned off by an operator", async () => {
    const cognito = await withAuthenticator();
    const user = await cognito.sdk.send(new AdminGetUserCommand(cognito.ada));
    expect(user.UserMFASettingList).toEqual(["SOFTWARE_TOKEN_MFA"]);
    const SoftwareTokenMfaSettings = { Enabled: false };
    await cognito.sdk.send(
      new AdminSetUserMFAPreferenceCommand({ ...cognito.ada, SoftwareTokenMfaSettings }),
    );
    await signOut();
    expect(await signIn({ username: EMAIL, password: PASSWORD })).toMatchObject({ isSignedIn: true });
  });

  test("can be deleted by an operator, but not a second time", async () => {
    const cognito = await withAuthenticator();
    await cognito.sdk.send(new AdminDeleteSoftwareTokenCommand(cognito.ada));
    expect((await cognito.sdk.send(new AdminGetUserCommand(cognito.ada))).UserMFASettingList).toBeUndefined();
    await expect(cognito.sdk.send(new AdminDeleteSoftwareTokenCommand(cognito.ada))).rejects.toThrow(
      "Software token has not been set up.",
    );
    await signOut();
    expect(await signIn({ username: EMAIL, password: PASSWORD })).toMatchObject({ isSignedIn: true });
  });

  test("is set up at the first sign-in if the pool requires it", async () => {
    const cognito = await poolWithAda({ pool: { mfa: "ON" } });
    amplifyFor(cognito);
    const { nextStep } = await signIn({ username: EMAIL, password: PASSWORD });
    if (nextStep.signInStep !== "CONTINUE_SIGN_IN_WITH_TOTP_SETUP") throw new Error(nextStep.signInStep);
    const challengeResponse = codeAt(nextStep.totpSetupDetails.sharedSecret);
    expect(await confirmSignIn({ challengeResponse })).toMatchObject({ isSignedIn: true });
    // Cognito lists only factors with a preference.
    expect((await cognito.sdk.send(new AdminGetUserCommand(cognito.ada))).UserMFASettingList).toBeUndefined();
    const config = new GetUserPoolMfaConfigCommand({ UserPoolId: cognito.ada.UserPoolId });
    expect(await cognito.sdk.send(config)).toMatchObject({ MfaConfiguration: "ON" });
    await signOut();
    const again = await signIn({ username: EMAIL, password: PASSWORD });
    expect(again.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
  });
});
