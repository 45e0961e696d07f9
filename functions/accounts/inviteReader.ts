import { INVITATION_HOURS, inviteReader } from "#shared/accounts/readers.ts";
import { AppError } from "#shared/errors.ts";
import { HOUR } from "#shared/instant.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { createOperatorAccount, setTemporaryPassword } from "../platform/cognito.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { newId, newTemporaryPassword } from "../platform/random.ts";
import { keepReader, lastSeenAt, readOperator } from "../users/index.ts";

/** Stores the row before it sets the password, because storing the row fails if the reader has just signed in. */
export const handler = http(inviteReader)(async ({ input: { email }, caller, now }) => {
  const userId = await createOperatorAccount(email);
  await retryOnConflict(async () => {
    const before = await readOperator(userId);
    if (before && (!before.isReader || lastSeenAt(before) !== null))
      throw new AppError("CONFLICT", `${before.email} already has access.`, { field: "email" });
    await transact([
      keepReader({ userId, email }, before, now),
      auditEntry({
        operator: caller.userId,
        action: "accounts/inviteReader",
        subject: `operator#${userId}`,
        before: null,
        after: { email },
        at: now.toISOString(),
      }),
    ]);
  });
  const password = newTemporaryPassword();
  await setTemporaryPassword(userId, password);
  await enqueue(env("MAIL_QUEUE_URL"), [
    {
      id: `reader-invitation:${newId()}`,
      to: { address: email },
      template: "readerInvited",
      data: { email, inviter: caller.operator.email, password, hours: String(INVITATION_HOURS) },
      useBy: new Date(now.getTime() + INVITATION_HOURS * HOUR).toISOString(),
    },
  ]);
  return { person: { id: userId, email, is_reader: true, last_seen_at: null } };
});
