import { AppError } from "#shared/errors.ts";
import { syncCustomer } from "#shared/reconciliation/operator.ts";
import { auditAround } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { findCheckout } from "../payments/index.ts";
import { stripe } from "../platform/stripe.ts";
import { applyCheckout } from "../stripeEvents/index.ts";
import { readSubscriptions } from "../subscriptions/index.ts";
import { findUser } from "../users/index.ts";

export const handler = http(syncCustomer)(async ({ input: { userId }, caller, now }) => {
  const user = await findUser(userId);
  if (!user) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
  const { stripeCustomerId: customer } = user;
  if (customer === null) throw new AppError("CONFLICT", "This user has no customer at Stripe.");
  const applied = await auditAround(
    {
      operator: caller.userId,
      action: "reconciliation/syncCustomer",
      subject: `user#${userId}`,
      userId,
      before: null,
      at: now.toISOString(),
    },
    "sync",
    async () => {
      const sessions = await applyCheckouts(customer, now);
      await readSubscriptions(userId, customer, now);
      return sessions;
    },
    (sessions) => ({ applied: sessions }),
  );
  return { applied: applied.length };
});

async function applyCheckouts(customer: string, now: Date): Promise<string[]> {
  const { data } = await (await stripe()).checkout.sessions.list({
    customer,
    status: "complete",
    limit: 100,
  });
  const applied: string[] = [];
  // Oldest first.
  for (const { id } of data.reverse()) {
    if (await findCheckout(id)) continue;
    await applyCheckout(id, now);
    if (await findCheckout(id)) applied.push(id);
  }
  return applied;
}
