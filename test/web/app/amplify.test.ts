import type { SignInOutput } from "aws-amplify/auth";
import { expect, test, vi } from "vitest";
import { signIn } from "../../../web/src/app/amplify.ts";
import { authSentence } from "../../../web/src/app/authErrors.ts";

const amplify = vi.hoisted(() => ({
  signIn: vi.fn<() => Promise<SignInOutput>>(),
  signOut: vi.fn(async () => undefined),
}));
vi.mock("aws-amplify/auth", () => amplify);
vi.mock("../../../web/src/app/config.ts", () => ({
  loadConfig: async () => ({ userPoolId: "eu-central-1_pool", userPoolClientId: "client" }),
}));

// That Amplify answers an operator's reset so is held by test/local/cognito/recovery.test.ts.
test.each<[SignInOutput["nextStep"], string]>([
  [{ signInStep: "RESET_PASSWORD" }, "Your password has to be reset. Check your mail for the code"],
  [{ signInStep: "CONFIRM_SIGN_IN_WITH_TOTP_CODE" }, "This account needs a further step to sign in"],
])("a step that customers have no form for is refused in words: %j", async (nextStep, words) => {
  amplify.signIn.mockResolvedValue({ isSignedIn: false, nextStep });
  const refusal: unknown = await signIn("ada@example.com", "Correct-Horse7").catch((error) => error);
  expect(authSentence(refusal)).toContain(words);
});
