import { removeReader } from "#shared/accounts/readers.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { deleteUser } from "../platform/cognito.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { dropReader, readOperator } from "../users/index.ts";

/** Deletes the row first. From then on, every call and every renewal of the session is refused. */
export const handler = http(removeReader)(async ({ input: { userId }, caller, now }) => {
  await retryOnConflict(async () => {
    const row = await readOperator(userId);
    if (row && !row.isReader)
      throw new AppError("CONFLICT", "To remove an administrator, run npm run operate -- operator:remove.");
    if (row)
      await transact([
        dropReader(userId),
        auditEntry({
          operator: caller.userId,
          action: "accounts/removeReader",
          subject: `operator#${userId}`,
          before: null,
          after: { email: row.email },
          at: now.toISOString(),
        }),
      ]);
  });
  await deleteUser(userId, env("OPERATOR_POOL_ID"));
  return { ok: true as const };
});
