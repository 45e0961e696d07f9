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

/** Stripe's codes for an account that the platform cannot access. */
const GONE: ReadonlySet<string> = new Set(["account_invalid", "resource_missing"]);

/**
 * What Stripe's former `type: "express"` stands for: Stripe collects the required information and gives the affiliate a
 * dashboard; we cover losses and fees.
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
 * Returns the URL of Stripe's setup pages for the affiliate's account. Creates the account if there is none, or if
 * Stripe no longer has it. Payouts that were approved for the old account are not transferred to the new one.
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

/** An expired link leads back to our page, which requests a new one. */
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

export async function ensureAccount(member: Member): Promise<string> {
  return member.stripeAccountId ?? (await makeAccount(member, null));
}

/**
 * If two calls create an account, the first wins. Stripe repeats its first answer to an idempotency key for a day, even
 * if the account in that answer was deleted. So the key includes `after`.
 * @param gone the account to replace
 * @param after the latest created account that cannot be used
 */
async function makeAccount(member: Member, gone: string | null, after = gone): Promise<string> {
  const { affiliateId, email, country } = member;
  const params = {
    controller: CONTROLLER,
    email,
    // The default is our own account's country.
    ...(country === undefined ? {} : { country }),
    capabilities: { transfers: { requested: true } },
    metadata: { affiliateId },
  };
  const name = `connect-${affiliateId}${after === null ? "" : `-after-${after}`}`;
  const { accounts } = await stripe();
  const account = await accounts.create(params, { idempotencyKey: callKey(name, params) });
  return (await keepStripeAccount(affiliateId, account.id, gone)) ?? makeAccount(member, gone, account.id);
}

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
 * Asks Stripe whether the account can be paid and stores the answer in the affiliate's row. A closed or deleted account
 * cannot be paid. Stripe no longer shows its owner, so our "owner" row names the affiliate.
 */
export async function followAccount(accountId: string): Promise<ConnectState> {
  return retryOnConflict(async () => {
    const reading = await startAccountReading(accountId);
    await takeTurn();
    const account = await findAccount(reading, accountId);
    const payable = account !== undefined && isPayable(account);
    const affiliateId = account?.metadata?.affiliateId ?? (await ownerOfAccount(accountId));
    const affiliate = affiliateId === undefined ? undefined : await getAffiliate(affiliateId);
    // Skips accounts without an affiliate, and accounts that were replaced.
    if (affiliate?.stripeAccountId === accountId)
      await reading.commit([notePayable(reading, affiliate, payable)]);
    return payable ? "ready" : "incomplete";
  });
}
