import { replaceRecoveryCode } from "#shared/accounts/recovery.ts";
import { AppError } from "#shared/errors.ts";
import { http } from "../http/index.ts";
import { hashSecret, newRecoveryCode } from "../platform/random.ts";
import { told } from "../users/index.ts";
import { keepRecoveryCode } from "./sessions/table.ts";

export const handler = http(replaceRecoveryCode)(async ({ caller: { userId, user }, now }) => {
  if (user.secondFactorSince === null) throw new AppError("CONFLICT", "Turn on your second factor first.");
  const recoveryCode = newRecoveryCode();
  await keepRecoveryCode(userId, hashSecret(`${userId}:${recoveryCode}`), told("recoveryCode", now));
  return { recoveryCode };
});
