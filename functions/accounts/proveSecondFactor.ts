import { proveSecondFactor } from "#shared/accounts/operator.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import { hasSecondFactor } from "../platform/cognito.ts";
import { env } from "../platform/env.ts";
import { http } from "../platform/http.ts";
import { keepSecondFactor } from "./table.ts";

/** So many browsers can an operator be signed in with at once. */
const SIGN_INS_KEPT = 5;

/**
 * With a factor enrolled, Cognito lets nobody in without it; and who has just enrolled has shown it. Without
 * one nothing is noted.
 */
export const handler = http(proveSecondFactor)(async ({ caller }) => {
  const enrolled = await hasSecondFactor(caller.userId);
  const known = caller.user.secondFactorSignIns;
  const signIn = toEpochSeconds(caller.signedInAt.toISOString());
  if (enrolled && !known.includes(signIn))
    await keepSecondFactor(caller.userId, [...known, signIn].slice(-SIGN_INS_KEPT));
  return { required: env("SECOND_FACTOR") === "required", enrolled };
});
