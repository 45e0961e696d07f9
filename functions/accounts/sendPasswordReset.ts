import { sendPasswordReset } from "#shared/accounts/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditAround } from "../audit/table.ts";
import { endSessions, resetPassword } from "../platform/cognito.ts";
import { http } from "../platform/http.ts";
import { endSessionsBefore } from "./sessions/table.ts";
import { findUser } from "./table.ts";

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
      await resetPassword(userId);
      await endSessionsBefore(userId, null, now);
      await endSessions(userId);
    },
    () => ({ sent: true }),
  );
  return { sentTo: user.email };
});
