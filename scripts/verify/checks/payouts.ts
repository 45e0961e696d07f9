import { getConnect, startOnboarding } from "#shared/payouts/customer.ts";
import { type Check, needed } from "../check.ts";
import { eventually } from "../eventually.ts";
import type { Visit } from "../shop.ts";
import { idOf } from "../stripeAt.ts";

const CENTS = 100;
/** A charge of this card is available immediately. */
const PREPAID_CARD = "pm_card_bypassPending";

export const affiliateOnboards: Check<Visit> = {
  name: "the affiliate's account at Stripe is created",
  async run(visit) {
    const { shop } = visit;
    const { token } = needed(visit.partner, "an affiliate");
    const { url } = await shop.api(
      startOnboarding,
      { return_url: `${shop.siteUrl}/dashboard/affiliate` },
      { token },
    );
    const { state } = await shop.api(getConnect, { refresh: "true" }, { token });
    if (state !== "incomplete") throw new Error(`it is ${state}`);
    return new URL(url).host;
  },
  async cleanup({ shop, partner, since }) {
    if (partner === undefined) return undefined;
    const { data } = await shop.stripe.accounts.list({ created: { gte: since }, limit: 100 });
    const own = data.filter(({ email }) => email === partner.email);
    for (const { id } of own) await shop.stripe.accounts.del(id);
    return own.length > 0 ? `closed ${own.length} at Stripe` : undefined;
  },
};

/**
 * A commission is on hold for weeks, so this run cannot have a payout. The check proves that the key may transfer to a
 * connected account, and that the shop learns of a reversal.
 */
export const transferArrives: Check<Visit> = {
  name: "a transfer arrives and is reversed",
  async run(visit) {
    const { stripe } = visit.shop;
    const account = await stripe.accounts.create({
      country: "US",
      business_type: "individual",
      controller: {
        fees: { payer: "application" },
        losses: { payments: "application" },
        requirement_collection: "application",
        stripe_dashboard: { type: "none" },
      },
      capabilities: { transfers: { requested: true } },
      // Stripe's values for a test account that passes every check.
      business_profile: { mcc: "5734", url: "https://accessible.stripe.com" },
      individual: {
        first_name: "Jenny",
        last_name: "Rosen",
        email: mailOf(visit),
        phone: "0000000000",
        dob: { day: 1, month: 1, year: 1901 },
        address: {
          line1: "address_full_match",
          city: "Columbus",
          state: "OH",
          postal_code: "43214",
          country: "US",
        },
        ssn_last_4: "0000",
      },
      external_account: "btok_us_verified",
      tos_acceptance: { date: visit.since, ip: "127.0.0.1" },
      metadata: { verify: visit.run },
    });
    visit.accountId = account.id;
    await eventually("Stripe does not let the account take transfers", async () => {
      const { capabilities } = await stripe.accounts.retrieve(account.id);
      return capabilities?.transfers === "active" ? true : undefined;
    });
    const payment = await stripe.paymentIntents.create({
      amount: 10 * CENTS,
      currency: "usd",
      payment_method: PREPAID_CARD,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      description: "A deployment proves itself",
    });
    const transfer = await stripe.transfers.create({
      amount: CENTS,
      currency: "usd",
      destination: account.id,
      // Takes the money from this charge, because a lost dispute may have left the balance negative.
      source_transaction: needed(idOf(payment.latest_charge), "a charge"),
      transfer_group: `verify-${visit.run}`,
      metadata: { verify: visit.run },
    });
    visit.transferId = transfer.id;
    const reversal = await stripe.transfers.createReversal(transfer.id);
    return `${transfer.amount} cents there, ${reversal.amount} back`;
  },
  async cleanup({ shop, accountId }) {
    if (accountId === undefined) return undefined;
    await shop.stripe.accounts.del(accountId);
    return "closed the account at Stripe";
  },
};

const mailOf = ({ run }: Visit): string => `verify-${run}@example.com`;
