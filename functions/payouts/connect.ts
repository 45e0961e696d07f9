import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import type { ConnectState } from "#shared/payouts/customer.ts";
import { keepStripeAccount, notePayable } from "../affiliates/connect/table.ts";
import { stripe } from "../platform/stripe.ts";
import { takeTurn } from "./transfers/pace.ts";

/** The affiliate's account at Stripe; one is made where there is none. Of two made at once, the first stays. */
export async function ensureAccount({ affiliateId, email, stripeAccountId }: Affiliate): Promise<string> {
  if (stripeAccountId !== undefined) return stripeAccountId;
  const account = await (await stripe()).accounts.create(
    {
      type: "express",
      email,
      capabilities: { transfers: { requested: true } },
      metadata: { affiliateId },
    },
    { idempotencyKey: `connect-${affiliateId}` },
  );
  return keepStripeAccount(affiliateId, account.id);
}

/** Asks Stripe whether this account may be paid, and keeps the answer where it is some affiliate's. */
export async function followAccount(accountId: string): Promise<ConnectState> {
  await takeTurn();
  const account = await (await stripe()).accounts.retrieve(accountId);
  const isPayable = account.capabilities?.transfers === "active" && account.payouts_enabled === true;
  const affiliateId = account.metadata?.affiliateId;
  if (affiliateId !== undefined) await notePayable(affiliateId, accountId, isPayable);
  return isPayable ? "ready" : "incomplete";
}
