import type { SignIn } from "#shared/licenses/signInRow.ts";
import { parseUserCode } from "#shared/licenses/userCode.ts";
import { CODES_A_PERSON, countWithin } from "../../limits/index.ts";
import { findSignIn } from "./table.ts";

/** The request for a typed code. Counts every lookup, so that codes cannot be guessed. @throws RATE_LIMITED */
export async function findTyped(typed: string, userId: string, now: Date): Promise<SignIn | undefined> {
  await countWithin(`userCodes#${userId}`, CODES_A_PERSON, now);
  const code = parseUserCode(typed);
  return code === undefined ? undefined : findSignIn(code);
}
