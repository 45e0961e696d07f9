/** The recipes of `stripe trigger` that the sandbox is not judged by, by the beginning of their names, and why. */
export const OUT_OF_SCOPE: Readonly<Record<string, string>> = {
  "cash_balance.":
    "customers' cash balances: money that arrives by bank transfer, which the sandbox does not take",
  "credit_note.": "credit notes: an invoice is voided or its payment refunded",
  "customer_cash_balance_transaction.": "customers' cash balances",
  "identity.": "Identity checks documents, which needs people",
  issuing_: "Issuing needs a separate contract with Stripe",
  "payment_link.": "payment links are Checkout without code",
  "quote.": "quotes belong to sales by hand",
  "reporting.": "reports are files that Stripe makes overnight",
  "tax_rate.": "the sandbox charges no taxes",
  "topup.": "top-ups: tests put money into the balance by a control call",
  "v1.billing.meter.": "usage meters use version 2 of the API",
};

/**
 * The version that a recipe is written for; the CLI sends none without `--api-version`. Most use nothing that
 * came after customers' coupons, which went with the next version. Those of transfers make an account without
 * capabilities and pay it, which ended in 2019-02-19.
 */
export const versionOf = (recipe: string): string =>
  recipe.startsWith("transfer.") ? "2018-11-08" : "2025-02-24.acacia";

/** Of the recipes in scope, so many must pass. */
export const MIN_PASSING = 0.95;

/** What the sandbox answers to a part of Stripe that it leaves out. */
const PLAIN_REFUSAL = "The sandbox does not do ";

export const isOutOfScope = (recipe: string): boolean => startFor(recipe) !== undefined;

const startFor = (recipe: string): string | undefined =>
  Object.keys(OUT_OF_SCOPE).find((start) => recipe.startsWith(start));

/**
 * @param failed why each recipe failed; the others passed
 * @returns the failing recipes if too few pass, and what is wrong with those out of scope
 */
export function findingsIn(names: readonly string[], failed: ReadonlyMap<string, string>): string[] {
  const inScope = names.filter((name) => !isOutOfScope(name));
  const failing = inScope.filter((name) => failed.has(name));
  const tooFew = inScope.length - failing.length < MIN_PASSING * inScope.length;
  const outside = names.filter(isOutOfScope).flatMap((name) => {
    const reason = failed.get(name);
    if (reason === undefined) return [`${name}: passes, so it belongs to the scope`];
    return reason.startsWith(PLAIN_REFUSAL) ? [] : [`${name}: is not refused plainly: ${reason}`];
  });
  return [...(tooFew ? failing.map((name) => `${name}: ${failed.get(name)}`) : []), ...outside];
}

/** The numbers of a run, with the names of the few that may fail. */
export function sumOf(names: readonly string[], failed: ReadonlyMap<string, string>): string {
  const inScope = names.filter((name) => !isOutOfScope(name));
  const failing = inScope.filter((name) => failed.has(name));
  const few = failing.length > 0 && failing.length <= 5 ? ` (not ${failing.join(", ")})` : "";
  return `${names.length} recipes: ${inScope.length - failing.length} of ${inScope.length} in scope pass${few}`;
}
