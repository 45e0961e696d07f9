import type Stripe from "stripe";
import { utcDay } from "#shared/instant.ts";
import { compare, isByTheClock, type Tables } from "../../../scripts/recount/compare.ts";
import type { Shop } from "../shop.ts";
import type { Invariant, Settled } from "./invariant.ts";

const TABLES = [
  "Users",
  "Grants",
  "Seats",
  "Alerts",
  "Affiliates",
  "Traffic",
  "Payouts",
  "Events",
  "Insights",
] as const satisfies readonly (keyof Tables)[];

/** Each figure of the back office matches the tables. */
export const figuresAreCounted: Invariant = ({ shop }: Settled) => {
  const [Users, Grants, Seats, Alerts, Affiliates, Traffic, Payouts, Events, Insights] = TABLES.map((table) =>
    shop.database.rows(table),
  );
  const tables = { Users, Grants, Seats, Alerts, Affiliates, Traffic, Payouts, Events, Insights };
  return compare(tables as Tables, new Date())
    .filter((one) => !isByTheClock(one))
    .map(
      ({ part, day, figure, kept, counted }) =>
        `Figures are counted: ${part} ${figure} of ${day} is kept as ${kept}, counted ${counted}`,
    );
};

const dayOf = (seconds: number): string => utcDay(new Date(seconds * 1000));

/** The figures of one day, in cents except `customers`. */
type Day = { mrr: number; customers: number; paid: number; back: number };
const NOTHING: Day = { mrr: 0, customers: 0, paid: 0, back: 0 };

/** The stored growth of every day matches Stripe's objects. */
export const growthIsStripes: Invariant = ({ shop }: Settled) => {
  const kept = keptDays(shop);
  const objects = objectsOf(shop);
  const days = [...new Set([...kept.keys(), ...objects.days])].sort();
  return days.flatMap((day) => {
    const is = JSON.stringify(levelOn(kept, day));
    const should = JSON.stringify(objects.on(day));
    return is === should
      ? []
      : [`Growth is Stripe's: ${day} is kept as ${is}, and Stripe's objects give ${should}`];
  });
};

const UP = { new: 1, expansion: 1, reactivation: 1, contraction: -1, churn: -1 } as const;

function keptDays(shop: Shop): Map<string, Day> {
  const days = new Map<string, Day>();
  for (const { sk, pk: _pk, ...figures } of shop.database.partition("Insights", "growth")) {
    if (sk === "totals") continue;
    const day = { ...NOTHING };
    for (const [name, amount] of Object.entries(figures)) {
      const [what, kind = ""] = name.split(/[:/]/);
      const sign = UP[kind as keyof typeof UP] ?? 0;
      if (what === "cents") day.mrr += sign * Number(amount);
      if (what === "count" && /^(new|reactivation|churn)$/.test(kind)) day.customers += sign * Number(amount);
      if (what === "cents" && kind === "payment") day.paid += Number(amount);
      if (what === "cents" && kind === "refund") day.back += Number(amount);
    }
    days.set(String(sk).replace(/^day#/, ""), day);
  }
  return days;
}

function levelOn(days: ReadonlyMap<string, Day>, day: string): Day {
  const until = [...days].filter(([at]) => at <= day).map(([, of]) => of);
  const { paid, back } = days.get(day) ?? NOTHING;
  const sum = (of: "mrr" | "customers") => until.reduce((total, each) => total + each[of], 0);
  return { mrr: sum("mrr"), customers: sum("customers"), paid, back };
}

type Paid = {
  id: string;
  day: string;
  at: number;
  cents: number;
  /** `cents` without tax. */
  base: number;
  worth: number;
  subscription: string | null;
};

function objectsOf(shop: Shop) {
  const { store } = shop.stripe;
  const isKnown = (id: string) =>
    shop.database.partition("Events", `payment#${id}`).some(({ sk }) => sk === "paid");
  const subscriptions = new Map(
    (store.all("subscription") as unknown as Stripe.Subscription[]).map((one) => [one.id, one]),
  );
  const paid = [...invoicesOf(shop), ...lifetimesOf(shop)].filter(({ id }) => isKnown(id));
  const returned = returnsOf(shop, paid);
  const ends = [...subscriptions.values()].flatMap(({ ended_at }) => (ended_at ? [dayOf(ended_at)] : []));
  const on = (day: string): Day => {
    const worth = new Map<string, number>();
    for (const { id, metadata, ended_at } of subscriptions.values()) {
      if (ended_at && dayOf(ended_at) <= day) continue;
      const invoices = paid.filter((one) => one.subscription === id && one.worth > 0 && one.day <= day);
      const last = invoices.sort((a, b) => a.at - b.at).at(-1);
      if (last) worth.set(metadata.userId ?? "", (worth.get(metadata.userId ?? "") ?? 0) + last.worth);
    }
    const sum = (of: readonly { day: string; base: number }[]) =>
      of.filter((one) => one.day === day).reduce((total, { base }) => total + base, 0);
    const mrr = [...worth.values()].reduce((total, cents) => total + cents, 0);
    return { mrr, customers: worth.size, paid: sum(paid), back: sum(returned) };
  };
  return { days: [...paid.map(({ day }) => day), ...returned.map(({ day }) => day), ...ends], on };
}

function invoicesOf({ stripe }: Shop): Paid[] {
  const invoices = stripe.store.all("invoice") as unknown as Stripe.Invoice[];
  const payments = new Map(
    stripe.store.all("invoicePayment").flatMap(({ invoice, status, payment }) => {
      const made = payment.payment_intent;
      return status === "paid" && made ? [[invoice, String(made)] as const] : [];
    }),
  );
  const paymentOf = ({ id }: Stripe.Invoice) => payments.get(String(id)) ?? String(id);
  return invoices.flatMap((invoice) => {
    const at = invoice.status_transitions.paid_at;
    const subscription = invoice.parent?.subscription_details?.subscription;
    if (invoice.status !== "paid" || !at || !subscription) return [];
    const id = typeof subscription === "string" ? subscription : subscription.id;
    const cents = invoice.amount_paid;
    const { total, total_excluding_tax: untaxed } = invoice;
    const base = total === 0 ? cents : Math.floor((cents * (untaxed ?? total)) / total);
    const worth = worthOf(invoice);
    return [{ id: paymentOf(invoice), day: dayOf(at), at, cents, base, worth, subscription: id }];
  });
}

/** Monthly value in cents, without tax, before credits of a change of plan and before a first invoice's discount. */
function worthOf({ billing_reason, total, total_excluding_tax, lines }: Stripe.Invoice): number {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const amounts = lines.data.map(({ amount }) => amount);
  const off = lines.data
    .flatMap(({ discount_amounts }) => discount_amounts ?? [])
    .map(({ amount }) => amount);
  const undiscounted =
    billing_reason === "subscription_create" && sum(off) > 0 ? sum(amounts) / (sum(amounts) - sum(off)) : 1;
  const credits = sum(amounts.filter((amount) => amount < 0));
  const isYear = lines.data.some(({ period }) => period.end - period.start > 300 * 24 * 60 * 60);
  return Math.round(((total_excluding_tax ?? total) * undiscounted - credits) / (isYear ? 12 : 1));
}

function lifetimesOf({ stripe }: Shop): Paid[] {
  const intents = stripe.store.all("paymentIntent") as unknown as Stripe.PaymentIntent[];
  const charges = stripe.store.all("charge") as unknown as Stripe.Charge[];
  const sessions = stripe.store.all("checkoutSession") as unknown as Stripe.Checkout.Session[];
  const taxOf = (intent: string) =>
    sessions.find(({ payment_intent }) => payment_intent === intent)?.total_details?.amount_tax ?? 0;
  return intents
    .filter(({ status, metadata }) => status === "succeeded" && metadata.product === "lifetime")
    .map(({ id, amount_received: cents, created }) => {
      const at =
        charges.find(({ payment_intent, paid }) => payment_intent === id && paid)?.created ?? created;
      return { id, day: dayOf(at), at, cents, base: cents - taxOf(id), worth: 0, subscription: null };
    });
}

/** Refunds and lost disputes without tax, oldest first, in total at most the amount paid. */
function returnsOf({ stripe }: Shop, paid: readonly Paid[]): { day: string; base: number }[] {
  const refunds = (stripe.store.all("refund") as unknown as Stripe.Refund[]).filter(({ status }) =>
    /succeeded|pending|requires_action/.test(String(status)),
  );
  const disputes = (stripe.store.all("dispute") as unknown as Stripe.Dispute[]).filter(
    ({ status }) => status === "lost",
  );
  return paid.flatMap(({ id, cents, base }) => {
    let left = cents;
    const untaxed = () => Math.floor((left * base) / cents);
    return [...refunds, ...disputes]
      .filter(({ payment_intent }) => payment_intent === id)
      .sort((a, b) => a.created - b.created || a.amount - b.amount)
      .map(({ created, amount }) => {
        const before = untaxed();
        left -= Math.min(left, amount);
        return { day: dayOf(created), base: before - untaxed() };
      });
  });
}
