import { exportCustomer } from "#shared/customers/operator.ts";
import { AppError } from "#shared/errors.ts";
import { recordAudit } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { findUser } from "../users/index.ts";
import { gatherPersonalData } from "./personalData/gather.ts";

/** Audits each export once, before it returns the first part. */
export const handler = http(exportCustomer)(async ({ input: { userId, cursor }, caller, now }) => {
  const user = await findUser(userId);
  if (!user) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
  if (cursor === undefined)
    await recordAudit({
      operator: caller.userId,
      action: "customers/exportCustomer",
      subject: `user#${userId}`,
      userId,
      before: null,
      after: null,
      at: now.toISOString(),
    });
  return gatherPersonalData(user, cursor, now);
});
