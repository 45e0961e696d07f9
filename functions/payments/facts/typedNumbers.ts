import { DAY, HOUR, SECOND } from "#shared/instant.ts";
import { stripe } from "../../platform/stripe.ts";
import { idOf } from "./invoiceFacts.ts";

/** For example `F85C5B2C-0001`. */
const INVOICE_NUMBER = /^[A-Z0-9]{1,20}-\d{4,}$/i;
const CARD_AND_DAY = /^(?:\D{0,3})(\d{4})\s+(?:on\s+)?(.{5,20})$/i;
const MAX_FOUND = 10;

/**
 * A card's last four digits with a day: `4242 2026-11-28` or `4242 Nov 28`. Covers that day in every time zone.
 * @returns epoch seconds; undefined for anything else
 */
export function typedCard(typed: string, now: Date): { last4: string; from: number; to: number } | undefined {
  const [, last4, said = ""] = CARD_AND_DAY.exec(typed.trim()) ?? [];
  if (last4 === undefined) return undefined;
  const isDated = /\d{4}/.test(said);
  const day = (year: string) => Date.parse(/^\d{4}-\d\d-\d\d$/.test(said) ? said : `${said}${year} UTC`);
  const named = day(isDated ? "" : ` ${now.getUTCFullYear()}`);
  // Without a year, take the most recent such day.
  const at = !isDated && named > now.getTime() + DAY ? day(` ${now.getUTCFullYear() - 1}`) : named;
  if (Number.isNaN(at)) return undefined;
  return { last4, from: (at - 14 * HOUR) / SECOND, to: (at + DAY + 12 * HOUR) / SECOND };
}

/** Finds an invoice by its number, or payments by card and day. Stripe's search lags by about a minute. */
export async function findTyped(
  typed: string,
  now: Date,
): Promise<{ kind: "invoice" | "payment"; id: string; title: string }[]> {
  const { invoices, charges } = await stripe();
  if (INVOICE_NUMBER.test(typed)) {
    const { data } = await invoices.search({ query: `number:"${typed.toUpperCase()}"`, limit: MAX_FOUND });
    return data.flatMap(({ id, number }) =>
      id === undefined ? [] : [{ kind: "invoice" as const, id, title: number ?? id }],
    );
  }
  const card = typedCard(typed, now);
  if (card === undefined) return [];
  const { last4, from, to } = card;
  const query = `payment_method_details.card.last4:"${last4}" AND created>=${from} AND created<=${to}`;
  const { data } = await charges.search({ query, limit: MAX_FOUND });
  return data.flatMap(({ payment_intent, amount, currency }) => {
    const id = idOf(payment_intent);
    const title = `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}, card ${last4}`;
    return id === null ? [] : [{ kind: "payment" as const, id, title }];
  });
}
