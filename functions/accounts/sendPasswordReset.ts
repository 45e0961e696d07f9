import { sendPasswordReset } from "#shared/accounts/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditAround } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { endSessions, resetPassword } from "../platform/cognito.ts";
import { findUser } from "../users/index.ts";
import { endSessionsBefore } from "./sessions/table.ts";

/** Ends the sessions first: if that fails, the operator sees an error and no code is mailed. */
export const handler = http(sendPasswordReset)(async ({ input: { userId }, caller, now }) => {
  const user = await findUser(userId);
  if (!user) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
  await auditAround(
    {
      operator: caller.userId,
      action: "accounts/sendPasswordReset",
      subject: `user#${userId}`,
      userId,
      before: null,
      at: now.toISOString(),
    },
    "reset",
    async () => {
      await endSessionsBefore(userId, null, now);
      await resetPassword(userId);
      // Also ends sessions that began while the reset ran.
      await endSessionsBefore(userId, null, new Date());
      await endSessions(userId);
    },
    () => ({ sent: true }),
  );
  return { sentTo: user.email };
});
