import type Stripe from "stripe";
import type { Movement } from "#shared/insights/balance.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { withoutTax } from "#shared/payments/tax.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { type Booked, idOf } from "../payments/index.ts";
import { payoutNamedBy } from "../payouts/index.ts";

type Source = Exclude<Stripe.BalanceTransaction["source"], string>;

/** The payment that a line of Stripe's balance is about; null for other lines. */
export function paymentIn({ source }: Stripe.BalanceTransaction): string | null {
  const about = whole(source);
  if (about?.object !== "charge" && about?.object !== "refund" && about?.object !== "dispute") return null;
  return idOf(about.payment_intent);
}

/** The payout that a line is about; undefined for a reversal, which has only its transfer's id. */
export function payoutIn({ source }: Stripe.BalanceTransaction): string | undefined {
  const transfer = transferIn(whole(source));
  return transfer === null || typeof transfer === "string" ? undefined : payoutNamedBy(transfer);
}

function transferIn(about: Source | null): Stripe.Transfer | string | null {
  if (about?.object === "transfer") return about;
  return about?.object === "transfer_reversal" ? about.transfer : null;
}

/** @param line with its `source` expanded */
export function movementOf(
  line: Stripe.BalanceTransaction,
  booked: Booked | undefined,
  payout: Payout | undefined,
): Movement {
  const { id, amount, fee, net, currency, created, description } = line;
  const about = whole(line.source);
  return {
    id,
    at: fromEpochSeconds(created),
    kind: kindOf(about),
    amount_cents: amount,
    fee_cents: fee,
    net_cents: net,
    currency,
    tax_cents: booked ? taxIn(amount, booked) : null,
    country: about?.object === "charge" ? countryOf(about) : null,
    invoice: booked?.invoice ?? null,
    payment_id: paymentIn(line),
    email: payout?.email ?? null,
    payout_id: payoutIn(line) ?? null,
    transfer_id: idOf(transferIn(about)),
    description,
  };
}

const KINDS: Readonly<Record<string, Movement["kind"]>> = {
  charge: "payment",
  refund: "refund",
  dispute: "dispute",
  transfer: "payout",
  transfer_reversal: "payout",
};
const kindOf = (about: Source | null): Movement["kind"] => KINDS[about?.object ?? ""] ?? "other";

/** The tax in an amount, in proportion to the tax of the whole payment; negative for a refund. */
const taxIn = (amount: number, { totalCents, taxCents }: Booked): number =>
  Math.sign(amount) * (Math.abs(amount) - withoutTax(Math.abs(amount), totalCents, taxCents));

const countryOf = ({ billing_details, payment_method_details }: Stripe.Charge): string | null =>
  billing_details.address?.country ?? payment_method_details?.card?.country ?? null;

const whole = (source: Stripe.BalanceTransaction["source"]): Source | null =>
  typeof source === "string" ? null : source;
