import { addNote } from "#shared/accounts/operator.ts";
import { AppError } from "#shared/errors.ts";
import { recordAudit, recordOnce } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { findUser } from "../users/index.ts";

export const handler = http(addNote)(async ({ input: { userId, note, requestId }, caller, now }) => {
  if (!(await findUser(userId))) throw new AppError("NOT_FOUND", "There is no such user.");
  const change = {
    operator: caller.userId,
    action: "accounts/addNote",
    subject: `user#${userId}`,
    userId,
    before: null,
    after: null,
    note,
    at: now.toISOString(),
  };
  await (requestId === undefined ? recordAudit(change) : recordOnce(requestId, change));
  return { ok: true as const };
});
