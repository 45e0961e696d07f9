import type { SignIn } from "#shared/licenses/signInRow.ts";
import { parseUserCode } from "#shared/licenses/userCode.ts";
import { CODES_A_PERSON, countWithin } from "../../limits/index.ts";
import { findSignIn } from "./table.ts";

/**
 * The request behind a code that a person typed. Each look is counted, right or wrong, so that nobody can try out
 * codes. @throws RATE_LIMITED
 */
export async function findTyped(typed: string, userId: string, now: Date): Promise<SignIn | undefined> {
  await countWithin(`userCodes#${userId}`, CODES_A_PERSON, now);
  const code = parseUserCode(typed);
  return code === undefined ? undefined : findSignIn(code);
}
