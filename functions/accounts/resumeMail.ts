import { resumeMail } from "#shared/accounts/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { findUser } from "../users/index.ts";
import { resumeMailTo } from "./address/table.ts";

export const handler = http(resumeMail)(async ({ input: { userId }, caller, now }) =>
  retryOnConflict(async () => {
    const user = await findUser(userId);
    if (!user) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
    const { mailStop } = user;
    if (mailStop === null) throw new AppError("CONFLICT", "Mail to this address is not stopped.");
    await transact([
      resumeMailTo(userId, mailStop, now),
      auditEntry({
        operator: caller.userId,
        action: "accounts/resumeMail",
        subject: `user#${userId}`,
        userId,
        before: { mailStop },
        after: { mailStop: null },
        at: now.toISOString(),
      }),
    ]);
    return { ok: true as const };
  }),
);
