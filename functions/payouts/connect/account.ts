import type Stripe from "stripe";
import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import type { ConnectState } from "#shared/payouts/customer.ts";
import { getAffiliate } from "../../affiliates/table.ts";
import {
  keepStripeAccount,
  notePayable,
  ownerOfAccount,
  startAccountReading,
} from "../../affiliates/tables/connect.ts";
import { askStripe } from "../../platform/askStripe.ts";
import { callKey } from "../../platform/callKey.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import type { Reading } from "../../platform/reading.ts";
import { stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";
import { takeTurn } from "../transfers/pace.ts";
import { isPayable } from "./rules.ts";

/** What Stripe says of an account that the platform cannot reach. */
const GONE: ReadonlySet<string> = new Set(["account_invalid", "resource_missing"]);

/**
 * What `type: "express"` said, property by property, as Stripe asks for it now: Stripe collects what it must know and
 * shows the affiliate its own dashboard; we answer for losses and pay its fees.
 */
const CONTROLLER = {
  fees: { payer: "application" },
  losses: { payments: "application" },
  requirement_collection: "stripe",
  stripe_dashboard: { type: "express" },
} as const;

/** The affiliate's account at Stripe; one is made where there is none. Of two made at once, the first stays. */
export async function ensureAccount({
  affiliateId,
  email,
  stripeAccountId,
  country,
}: Pick<Affiliate, "affiliateId" | "email" | "stripeAccountId"> & {
  country?: string | undefined;
}): Promise<string> {
  if (stripeAccountId !== undefined) return stripeAccountId;
  const params = {
    controller: CONTROLLER,
    email,
    // Without one, Stripe takes the country of our own account.
    ...(country === undefined ? {} : { country }),
    capabilities: { transfers: { requested: true } },
    metadata: { affiliateId },
  };
  const { accounts } = await stripe();
  const account = await accounts.create(params, {
    idempotencyKey: callKey(`connect-${affiliateId}`, params),
  });
  return keepStripeAccount(affiliateId, account.id);
}

/** Undefined for an account that is closed or has left the platform since its event was sent. */
async function findAccount(reading: Reading, accountId: string): Promise<Stripe.Account | undefined> {
  const { accounts } = await askStripe(reading);
  try {
    return await accounts.retrieve(accountId);
  } catch (error) {
    if (GONE.has(refusalOf(error)?.code ?? "")) return undefined;
    throw error;
  }
}

/**
 * Asks Stripe whether this account can be paid, and stores the answer on the affiliate whose account it is. An account
 * that was closed or deleted cannot be paid; Stripe no longer says whose it was, so our own row does.
 */
export async function followAccount(accountId: string): Promise<ConnectState> {
  return retryOnConflict(async () => {
    const reading = await startAccountReading(accountId);
    await takeTurn();
    const account = await findAccount(reading, accountId);
    const payable = account !== undefined && isPayable(account);
    const affiliateId = account?.metadata?.affiliateId ?? (await ownerOfAccount(accountId));
    const affiliate = affiliateId === undefined ? undefined : await getAffiliate(affiliateId);
    // An account without an affiliate, or one that its affiliate has replaced.
    if (affiliate?.stripeAccountId === accountId)
      await reading.commit([notePayable(reading, affiliate, payable)]);
    return payable ? "ready" : "incomplete";
  });
}
