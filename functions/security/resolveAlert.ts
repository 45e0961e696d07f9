import { AppError } from "#shared/errors.ts";
import { AlertRow } from "#shared/security/alertRow.ts";
import { resolveAlert } from "#shared/security/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { findEntry } from "../directory/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { alertRow } from "./alertRowRules.ts";
import { closeAlert, findAlert } from "./table.ts";

export const handler = http(resolveAlert)(async ({ input: { id, note, seen }, caller, now }) => {
  const listed = AlertRow.safeParse((await findEntry(`alert#${id}`))?.row);
  if (!listed.success) throw new AppError("NOT_FOUND", "There is no such alert.");
  const { user_id: userId, user_email: email } = listed.data;
  return retryOnConflict(async () => {
    const before = await findAlert(userId, id);
    if (!before) throw new AppError("NOT_FOUND", "There is no such alert.");
    if (before.state === "resolved") throw new AppError("CONFLICT", "This alert is already resolved.");
    // Otherwise the operator would resolve a repeat that they have not seen.
    if (seen !== undefined && seen !== before.count)
      throw new AppError("CONFLICT", "This alert was raised again in the meantime. Look at it first.");
    const after = {
      ...before,
      state: "resolved" as const,
      resolvedBy: caller.operator.email,
      resolvedAt: now.toISOString(),
      note: note === "" ? null : note,
      version: before.version + 1,
    };
    await transact([
      ...closeAlert(before, after),
      auditEntry({
        operator: caller.userId,
        action: "security/resolveAlert",
        subject: `alert#${id}`,
        userId,
        before: { state: before.state, count: before.count },
        after: { state: after.state, note: after.note },
        at: now.toISOString(),
      }),
    ]);
    return { alert: alertRow(after, email) };
  });
});
