import type Stripe from "stripe";
import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import type { ConnectState } from "#shared/payouts/customer.ts";
import { askStripe } from "../../platform/askStripe.ts";
import { callKey } from "../../platform/callKey.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import type { Reading } from "../../platform/reading.ts";
import { stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";
import { getAffiliate } from "../../referrals/index.ts";
import { takeTurn } from "../transfers/pace.ts";
import { isPayable } from "./rules.ts";
import { keepStripeAccount, notePayable, ownerOfAccount, startAccountReading } from "./table.ts";

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

const isGone = (error: unknown): boolean => GONE.has(refusalOf(error)?.code ?? "");

type Member = Pick<Affiliate, "affiliateId" | "email" | "country" | "stripeAccountId">;

/**
 * The address of Stripe's pages for the affiliate's account, which is made where there is none. One that is gone is
 * replaced, because Stripe would never pay it again. Payouts that were approved for it name it, so the new one does not
 * get them.
 */
export async function linkToStripe(member: Member, returnUrl: string): Promise<string> {
  const account = await ensureAccount(member);
  try {
    return await createLink(account, returnUrl);
  } catch (error) {
    if (!isGone(error)) throw error;
    return createLink(await makeAccount(member, account), returnUrl);
  }
}

/** A link that is too old leads back to the same page, which asks for a new one. */
async function createLink(account: string, returnUrl: string): Promise<string> {
  const { accountLinks } = await stripe();
  const { url } = await accountLinks.create({
    account,
    type: "account_onboarding",
    return_url: returnUrl,
    refresh_url: returnUrl,
  });
  return url;
}

/** The affiliate's account at Stripe; one is made where there is none. */
export async function ensureAccount(member: Member): Promise<string> {
  return member.stripeAccountId ?? (await makeAccount(member, null));
}

/**
 * Of two made at once, the first stays. For a day, Stripe answers a repeated idempotency key with the first account, even
 * where that one is gone since.
 * @param gone the account that this one replaces
 * @param after the last one that was made, and cannot be had
 */
async function makeAccount(member: Member, gone: string | null, after = gone): Promise<string> {
  const { affiliateId, email, country } = member;
  const params = {
    controller: CONTROLLER,
    email,
    // Without one, Stripe takes the country of our own account.
    ...(country === undefined ? {} : { country }),
    capabilities: { transfers: { requested: true } },
    metadata: { affiliateId },
  };
  const name = `connect-${affiliateId}${after === null ? "" : `-after-${after}`}`;
  const { accounts } = await stripe();
  const account = await accounts.create(params, { idempotencyKey: callKey(name, params) });
  return (await keepStripeAccount(affiliateId, account.id, gone)) ?? makeAccount(member, gone, account.id);
}

/** Undefined for an account that is closed or has left the platform since its event was sent. */
async function findAccount(reading: Reading, accountId: string): Promise<Stripe.Account | undefined> {
  const { accounts } = await askStripe(reading);
  try {
    return await accounts.retrieve(accountId);
  } catch (error) {
    if (isGone(error)) return undefined;
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
