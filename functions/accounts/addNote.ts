import { addNote } from "#shared/accounts/operator.ts";
import { AppError } from "#shared/errors.ts";
import { recordAudit } from "../audit/table.ts";
import { http } from "../platform/http.ts";
import { findUser } from "./table.ts";

export const handler = http(addNote)(async ({ input: { userId, note }, caller, now }) => {
  if (!(await findUser(userId))) throw new AppError("NOT_FOUND", "There is no such user.");
  await recordAudit({
    operator: caller.userId,
    action: "accounts/addNote",
    subject: `user#${userId}`,
    userId,
    before: null,
    after: null,
    note,
    at: now.toISOString(),
  });
  return { ok: true as const };
});
