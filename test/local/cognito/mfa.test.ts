import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  SetUserMFAPreferenceCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  confirmSignIn,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from "aws-amplify/auth";
import { describe, expect, test } from "vitest";
import { totpCode } from "../../../local/cognito/totp.ts";
import { codeOf } from "../../rules/pages.ts";
import { amplifyFor, EMAIL, PASSWORD, poolWithAda, signedIn } from "./support.ts";

const STEP_MS = 30_000;
const codeAt = (secret: string, stepsAhead = 0) =>
  totpCode(secret, Math.floor(Date.now() / STEP_MS) + stepsAhead);

/** Ada with an authenticator; the setup's own code is used up, so a sign-in takes the next one. */
async function withAuthenticator() {
  const cognito = await poolWithAda();
  amplifyFor(cognito);
  await signIn({ username: EMAIL, password: PASSWORD });
  const { sharedSecret } = await setUpTOTP();
  await verifyTOTPSetup({ code: codeAt(sharedSecret, -1) });
  await updateMFAPreference({ totp: "PREFERRED" });
  return { ...cognito, sharedSecret };
}

test("codes are those of RFC 6238", () => {
  // Appendix B of the RFC: the ASCII secret 12345678901234567890 at second 59, of which the last six digits count.
  expect(totpCode("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1)).toBe("287082");
});

describe("a second factor", () => {
  test("is asked for once it is set up, and a wrong code can be mended", async () => {
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

  test("takes no code twice", async () => {
    const { sharedSecret } = await withAuthenticator();
    await signOut();
    const challengeResponse = codeAt(sharedSecret, 1);
    await signIn({ username: EMAIL, password: PASSWORD });
    await confirmSignIn({ challengeResponse });
    await signOut();
    await signIn({ username: EMAIL, password: PASSWORD });
    await expect(confirmSignIn({ challengeResponse })).rejects.toMatchObject({
      name: "CodeMismatchException",
    });
  });

  test("cannot be guessed: five wrong codes lock the user", async () => {
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

  test("cannot be required of oneself without an authenticator", async () => {
    const cognito = await poolWithAda();
    const { AccessToken } = await signedIn(cognito);
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
    await expect(
      cognito.sdk.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings })),
    ).rejects.toMatchObject({ name: "InvalidParameterException" });
  });

  test("can be taken off by an operator", async () => {
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

  test("can be taken off by the runbook's commands, as they stand there", async () => {
    const cognito = await withAuthenticator();
    const lines = codeOf("docs/runbook.md").join("\n").replaceAll(/\\\n/g, " ");
    const commands = lines.match(/^aws cognito-idp .*$/gm) ?? [];
    expect(commands).toHaveLength(2);
    for (const line of commands) {
      const filled = line.replace("<pool>", cognito.admin.UserPoolId).replace("<address>", EMAIL);
      await cognito.sdk.send(commandOf(filled));
    }
    expect((await cognito.sdk.send(new AdminGetUserCommand(cognito.ada))).UserMFASettingList).toBeUndefined();
    await signOut();
    expect(await signIn({ username: EMAIL, password: PASSWORD })).toMatchObject({ isSignedIn: true });
  });

  test("is set up in the first sign-in where the pool requires one", async () => {
    const cognito = await poolWithAda({ pool: { mfa: "ON" } });
    amplifyFor(cognito);
    const { nextStep } = await signIn({ username: EMAIL, password: PASSWORD });
    if (nextStep.signInStep !== "CONTINUE_SIGN_IN_WITH_TOTP_SETUP") throw new Error(nextStep.signInStep);
    const challengeResponse = codeAt(nextStep.totpSetupDetails.sharedSecret);
    expect(await confirmSignIn({ challengeResponse })).toMatchObject({ isSignedIn: true });
    await signOut();
    const again = await signIn({ username: EMAIL, password: PASSWORD });
    expect(again.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
  });
});

/** `aws cognito-idp admin-… --user-pool-id x` as the SDK's command, which Amazon's command line makes of it too. */
function commandOf(line: string) {
  const [, , operation, ...words] = line.split(/\s+/);
  const texts: Record<string, string> = {};
  const structures: Record<string, Record<string, boolean>> = {};
  for (let index = 0; index < words.length; index += 2) {
    const [name, value = ""] = [pascal((words[index] ?? "").slice(2)), words[index + 1]];
    if (value.includes("=")) structures[name] = structureOf(value);
    else texts[name] = value;
  }
  const { UserPoolId, Username, ...others } = texts;
  const { SoftwareTokenMfaSettings, ...more } = structures;
  expect({ ...others, ...more }).toEqual({});
  if (operation === "admin-user-global-sign-out")
    return new AdminUserGlobalSignOutCommand({ UserPoolId, Username });
  expect(operation).toBe("admin-set-user-mfa-preference");
  expect(Object.keys(SoftwareTokenMfaSettings ?? {})).toEqual(["Enabled", "PreferredMfa"]);
  return new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username, SoftwareTokenMfaSettings });
}

const pascal = (option: string) =>
  option.replaceAll(/(?:^|-)(\w)/g, (_all, first: string) => first.toUpperCase());

/** `Enabled=false,PreferredMfa=false` */
const structureOf = (value: string) =>
  Object.fromEntries(value.split(",").map((part) => [part.split("=")[0] ?? "", part.endsWith("=true")]));
