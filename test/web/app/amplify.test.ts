import type { AuthSession, SignInOutput, SignUpOutput } from "aws-amplify/auth";
import { expect, test, vi } from "vitest";
import { PRIVACY_VERSION, TERMS_VERSION } from "#shared/legal.ts";
import { finishPasswordReset, refreshSession, signIn, signUp } from "../../../web/src/app/amplify.ts";
import { authHeading, authSentence } from "../../../web/src/app/authErrors.ts";

const amplify = vi.hoisted(() => ({
  signIn: vi.fn<() => Promise<SignInOutput>>(),
  signUp: vi.fn<(input: unknown) => Promise<SignUpOutput>>(),
  confirmResetPassword: vi.fn<() => Promise<void>>(),
  fetchAuthSession: vi.fn<() => Promise<AuthSession>>(),
  signOut: vi.fn(async () => undefined),
}));
vi.mock("aws-amplify/auth", () => amplify);
vi.mock("../../../web/src/app/config.ts", () => ({
  loadConfig: async () => ({ userPoolId: "eu-central-1_pool", userPoolClientId: "client" }),
}));

// packages/local-aws/test/cognito/recovery.test.ts checks that a sign-in answers RESET_PASSWORD after a reset.
test.each<[SignInOutput["nextStep"], string]>([
  [{ signInStep: "RESET_PASSWORD" }, "Your password must be reset. Choose “Forgot password?”"],
  [{ signInStep: "CONFIRM_SIGN_IN_WITH_SMS_CODE" }, "This account needs a sign-in step"],
])("a sign-in step without a form for customers is refused with a message: %j", async (nextStep, words) => {
  amplify.signIn.mockResolvedValue({ isSignedIn: false, nextStep });
  const refusal: unknown = await signIn("ada@example.com", "Correct-Horse7").catch((error) => error);
  expect(authSentence(refusal)).toContain(words);
});

test("a sign-up without user data fails with 'Account creation failed - no user data returned'", async () => {
  amplify.signUp.mockResolvedValue({ isSignUpComplete: true, nextStep: { signUpStep: "DONE" } });
  const failure: unknown = await signUp("ada@example.com", "Correct-Horse7").catch((error) => error);
  expect(authHeading(failure)).toBe("Account creation failed - no user data returned");
  expect(authSentence(failure)).toContain("Please try again");
});

test("a sign-in without user data fails with 'Login failed - no user data returned'", async () => {
  amplify.signIn.mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: "DONE" } });
  amplify.fetchAuthSession.mockResolvedValue({});
  const failure: unknown = await signIn("ada@example.com", "Correct-Horse7").catch((error) => error);
  expect(authHeading(failure)).toBe("Login failed - no user data returned");
  expect(authSentence(failure)).toContain("Please try again");
});

test("a sign-up sends the versions of the legal texts that it showed", async () => {
  amplify.signUp.mockResolvedValue({
    isSignUpComplete: true,
    nextStep: { signUpStep: "DONE" },
    userId: "ada",
  });
  await signUp("ada@example.com", "Correct-Horse7");
  expect(amplify.signUp).toHaveBeenLastCalledWith(
    expect.objectContaining({
      options: expect.objectContaining({
        clientMetadata: { terms: TERMS_VERSION, privacy: PRIVACY_VERSION },
      }),
    }),
  );
});

test.each([
  ["NetworkError", "We did not get an answer", "Your password may have changed."],
  ["CodeMismatchException", undefined, "That code is incorrect."],
  // The user pool's firewall blocks an IP address after too many attempts.
  ["ForbiddenException", undefined, "Please wait a few minutes"],
])("a password reset that fails with %s says what happened", async (name, heading, words) => {
  amplify.confirmResetPassword.mockRejectedValue(named(name));
  const failure: unknown = await finishPasswordReset("ada@example.com", "123456", "Correct-Horse7").catch(
    (error) => error,
  );
  expect(authHeading(failure)).toBe(heading);
  expect(authSentence(failure)).toContain(words);
});

const named = (name: string): Error => Object.assign(new Error("refused"), { name });

test.each(["TokenRevokedException", "UserNotFoundException", "PasswordResetRequiredException"])(
  "a refresh that Cognito refuses with %s ends the session",
  async (name) => {
    amplify.fetchAuthSession.mockRejectedValue(named(name));
    await expect(refreshSession()).resolves.toBeNull();
  },
);

test("a refresh that Cognito throttles fails with 'Session validation failed', and does not end the session", async () => {
  amplify.fetchAuthSession.mockRejectedValue(named("TooManyRequestsException"));
  await expect(refreshSession()).rejects.toThrow("Session validation failed");
});
