import { Commission } from "#shared/affiliates/commission.ts";
import { Listed } from "#shared/affiliates/listed.ts";
import { Payout } from "#shared/payouts/payout.ts";
import type { Shop } from "../shop.ts";
import type { Invariant, Settled } from "./invariant.ts";

/** The shop has recorded every payment, refund and dispute at Stripe. */
export const everythingIsFound: Invariant = ({ shop }: Settled) => {
  const { store } = shop.stripe;
  const missing: string[] = [];
  for (const intent of store.all("paymentIntent")) {
    if (intent.status !== "succeeded" || intent.customer === null) continue;
    const facts = shop.database.partition("Events", `payment#${intent.id}`);
    // A payment that was refused a license is refunded and recorded as a refusal.
    const isRefused = shop.database.partition("Events", `refusal#${intent.id}`).length > 0;
    if (facts.length === 0 && !isRefused)
      missing.push(`Everything is found: the payment ${intent.id} is unknown`);
    if (isRefused) continue;
    for (const refund of store.all("refund").filter(({ payment_intent }) => payment_intent === intent.id)) {
      const counts = /succeeded|pending/.test(String(refund.status));
      const known = facts.find(({ sk }) => sk === `refund#${refund.id}`);
      if (counts ? !known?.counts : known?.counts)
        missing.push(`Everything is found: the refund ${refund.id} (${refund.status}) is recorded otherwise`);
    }
    for (const dispute of store.all("dispute").filter(({ payment_intent }) => payment_intent === intent.id)) {
      const state = /^(won|lost)$/.test(dispute.status)
        ? dispute.status
        : dispute.status.startsWith("warning_")
          ? "none"
          : "open";
      const known = facts.find(({ sk }) => sk === `dispute#${dispute.id}`)?.state;
      if (known !== state && !(state === "none" && known === undefined))
        missing.push(`Everything is found: the dispute ${dispute.id} is ${state}, known as ${known}`);
    }
  }
  return missing;
};

/** An affiliate never receives more than the ledger owes. */
export const moneyOutEqualsMoneyOwed: Invariant = ({ shop }: Settled) => {
  const { store, transfersByPayout } = shop.stripe;
  const rows = shop.database.rows("Payouts");
  const payouts = rows.filter(({ sk }) => String(sk).startsWith("payout#")).map((row) => Payout.parse(row));
  const broken: string[] = [];
  for (const payout of payouts) {
    const made = [...(transfersByPayout.get(payout.id) ?? [])];
    const standing = made.filter((id) => !store.find("transfer", id)?.reversed);
    if (standing.length > 1) broken.push(`One transfer per payout: ${payout.id} has ${standing.join(", ")}`);
    if (payout.status !== "paid" || payout.transferId === null) continue;
    const transfer = store.find("transfer", payout.transferId);
    if (transfer?.amount !== payout.amountCents)
      broken.push(
        `A payout is transferred in full: ${payout.id} is ${payout.amountCents}, its transfer ${transfer?.amount}`,
      );
    broken.push(...reversalsCount(shop, payout, transfer?.amount_reversed ?? 0));
  }
  const earned = new Map<string, number>();
  for (const row of rows) {
    if (!String(row.sk).startsWith("commission#")) continue;
    const commission = Commission.parse(row);
    const sum = earned.get(commission.affiliateId) ?? 0;
    earned.set(commission.affiliateId, sum + commission.earnedCents);
    broken.push(...takenBack(shop, commission), ...onWhatWasSold(shop, commission));
  }
  const received = new Map<string, number>();
  for (const { affiliateId, status, amountCents, reversedCents } of payouts)
    if (status === "paid")
      received.set(affiliateId, (received.get(affiliateId) ?? 0) + amountCents - reversedCents);
  for (const [affiliateId, cents] of received)
    if (cents > (earned.get(affiliateId) ?? 0))
      broken.push(
        `Money out is money owed: ${affiliateId} received ${cents} and earned ${earned.get(affiliateId)}`,
      );
  return broken;
};

/** The operator's list of affiliates shows what the ledger and the attributions add up to. */
export const theListIsTheLedger: Invariant = ({ shop }: Settled) => {
  const rows = shop.database.rows("Payouts");
  const brought = shop.database.rows("Affiliates").filter(({ sk }) => sk === "attribution");
  return shop.database
    .rows("Affiliates")
    .filter(({ sk }) => sk === "affiliate")
    .flatMap((row) => {
      const listed = Listed.parse(row);
      const entries = rows.filter(({ pk, sk }) => pk === row.pk && String(sk).startsWith("entry#"));
      const sum = (...kinds: string[]) =>
        entries
          .filter(({ kind }) => kinds.length === 0 || kinds.includes(String(kind)))
          .reduce((cents, { amountCents }) => cents + Number(amountCents), 0);
      const expected = [
        brought.filter(({ affiliateId }) => affiliateId === row.affiliateId).length,
        sum("earned", "reversed", "restored"),
        sum(),
      ];
      const shown = [listed.listReferrals, listed.listEarnedCents, listed.listOwedCents];
      return String(shown) === String(expected)
        ? []
        : [`The list of affiliates is exact: ${row.pk} shows ${shown}, the rows add up to ${expected}`];
    });
};

/**
 * Only amounts reversed from the payout's own transfer are owed again. While a manual transfer for the payout is not
 * reversed, only the part of the payout that the affiliate no longer holds is owed.
 */
function reversalsCount({ stripe }: Shop, payout: Payout, ownReversed: number): string[] {
  const { id, reversedCents, amountCents } = payout;
  const byHand = [...stripe.duplicates].filter(([, { payoutId }]) => payoutId === id);
  const stillOut = byHand.reduce((sum, [transfer]) => {
    const found = stripe.store.find("transfer", transfer);
    return sum + (found ? found.amount - found.amount_reversed : 0);
  }, 0);
  const before = Math.max(0, ...byHand.map(([, one]) => one.reversedCents));
  const said = `${id} has ${reversedCents} back, Stripe ${ownReversed}, and ${stillOut} of other transfers is out`;
  if (stillOut === 0)
    return reversedCents === ownReversed ? [] : [`Only the payout's own reversals count: ${said}`];
  return reversedCents <= ownReversed && reversedCents <= Math.max(before, amountCents - stillOut)
    ? []
    : [`What an affiliate holds is not owed again: ${said}`];
}

/** A commission's base is the amount paid without tax. */
function onWhatWasSold({ stripe }: Settled["shop"], { id, baseCents }: Commission): string[] {
  const { store } = stripe;
  const payment = store.all("invoicePayment").find((one) => one.payment.payment_intent === id);
  const invoice = payment && store.find("invoice", String(payment.invoice));
  if (invoice === undefined || invoice.amount_paid !== invoice.total) return [];
  return invoice.total_excluding_tax === baseCents
    ? []
    : [`Commission excludes tax: ${id} counts ${baseCents} of ${invoice.total_excluding_tax} before tax`];
}

/** Refunds and lost disputes are taken back from the commission, with a rounding of up to one cent each. */
function takenBack({ stripe }: Settled["shop"], commission: Commission): string[] {
  const { store } = stripe;
  const refunds = store
    .all("refund")
    .filter(
      ({ payment_intent, status }) =>
        payment_intent === commission.id && /succeeded|pending/.test(String(status)),
    );
  const lost = store
    .all("dispute")
    .filter((one) => one.payment_intent === commission.id && one.status === "lost");
  const cents = [...refunds, ...lost].reduce((sum, { amount }) => sum + amount, 0);
  const paid = store.find("paymentIntent", commission.id)?.amount ?? commission.baseCents;
  const base = Math.floor((Math.min(cents, paid) * commission.baseCents) / paid);
  const wanted = Math.floor((base * commission.rateBasisPoints) / 10_000);
  const least = Math.min(wanted - refunds.length - lost.length, commission.earnedCents);
  const taken = commission.reversedCents + commission.debtCents;
  if (taken > commission.earnedCents)
    return [`Claw-back has a cap: ${commission.id} earned ${commission.earnedCents} and lost ${taken}`];
  return taken >= least
    ? []
    : [`Commission follows its sale: ${commission.id} lost ${taken}, and should have lost ${wanted}`];
}

/** The limited offer is never oversold, and its counters match the reservations. */
export const theOfferHolds: Invariant = ({ shop }: Settled) => {
  const offer = shop.database.partition("Promotions", "promotion")[0];
  if (!offer || offer.total === null) return [];
  const held = shop.database
    .rows("Promotions")
    .filter(({ pk, state }) => String(pk).startsWith("reservation#") && state === "held").length;
  const [total, sold, reserved, left] = [offer.total, offer.sold, offer.reserved, offer.left].map(Number);
  if (total === undefined || sold === undefined || reserved === undefined) return [];
  const broken: string[] = [];
  if (sold + reserved > total) broken.push(`Never oversold: ${sold} sold and ${reserved} held of ${total}`);
  if (left !== total - sold - reserved) broken.push(`The offer adds up: ${left} left of ${total}`);
  if (held !== reserved) broken.push(`The offer adds up: ${reserved} reserved, ${held} reservations`);
  return broken;
};
