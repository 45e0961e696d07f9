import { changeCustomerEmail } from "#shared/accounts/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditAround } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { findUser, type User } from "../users/index.ts";
import { moveInPool } from "./address/pool.ts";
import { assignEmail } from "./address/table.ts";

/** The audit log is permanent, so the entry names the account but no address. */
export const handler = http(changeCustomerEmail)(async ({ input: { userId, email }, caller, now }) => {
  await requireUser(userId);
  await auditAround(
    {
      operator: caller.userId,
      action: "accounts/changeCustomerEmail",
      subject: `user#${userId}`,
      userId,
      before: null,
      at: now.toISOString(),
    },
    "email",
    () => moveTo(userId, email),
    () => ({ changed: true }),
  );
  return { email };
});

/** Changes the row last, so that a repeated call completes a failed one. */
async function moveTo(userId: string, email: string): Promise<void> {
  await retryOnConflict(async () => {
    const before = await requireUser(userId);
    if (before.email === email) return;
    await moveInPool(userId, email, "email");
    await assignEmail(before, email, new Date());
  });
}

async function requireUser(userId: string): Promise<User> {
  const user = await findUser(userId);
  if (!user) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
  return user;
}
