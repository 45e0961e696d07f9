import type Stripe from "stripe";
import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import type { ConnectState } from "#shared/payouts/customer.ts";
import { keepStripeAccount, notePayable } from "../affiliates/connect/table.ts";
import { stripe } from "../platform/stripe.ts";
import { refusalOf } from "../platform/stripeRefusal.ts";
import { takeTurn } from "./transfers/pace.ts";

/** What Stripe says of an account that the platform cannot reach. */
const GONE: ReadonlySet<string> = new Set(["account_invalid", "resource_missing"]);

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

/** Undefined for an account that is closed or has left the platform since its event was sent. */
async function findAccount(accountId: string): Promise<Stripe.Account | undefined> {
  try {
    return await (await stripe()).accounts.retrieve(accountId);
  } catch (error) {
    if (GONE.has(refusalOf(error)?.code ?? "")) return undefined;
    throw error;
  }
}

/** Asks Stripe whether this account may be paid, and keeps the answer where it is some affiliate's. */
export async function followAccount(accountId: string): Promise<ConnectState> {
  await takeTurn();
  const account = await findAccount(accountId);
  if (account === undefined) return "incomplete";
  const isPayable = account.capabilities?.transfers === "active" && account.payouts_enabled === true;
  const affiliateId = account.metadata?.affiliateId;
  if (affiliateId !== undefined) await notePayable(affiliateId, accountId, isPayable);
  return isPayable ? "ready" : "incomplete";
}
