import { StripeFailure } from "../core/errors.ts";

/** Parts of Stripe that the sandbox lacks, by the start of their addresses. */
const NOT_DONE: readonly (readonly [start: string, part: string])[] = [
  ["/v1/billing/meter", "usage meters"],
  ["/v1/climate/", "Climate"],
  ["/v1/credit_notes", "credit notes"],
  ["/v1/financial_connections/", "Financial Connections"],
  ["/v1/identity/", "Identity"],
  ["/v1/issuing/", "Issuing"],
  ["/v1/payment_links", "payment links"],
  ["/v1/quotes", "quotes"],
  ["/v1/reporting/", "reporting"],
  ["/v1/sigma/", "Sigma"],
  ["/v1/tax/", "tax calculations, transactions and reports"],
  ["/v1/tax_rates", "tax rates made by hand"],
  ["/v1/terminal/", "Terminal"],
  ["/v1/test_helpers/issuing/", "Issuing"],
  ["/v1/topups", "top-ups"],
  ["/v1/treasury/", "Treasury"],
  ["/v2/", "version 2 of the API"],
];

const CASH_BALANCE = /^\/v1\/(test_helpers\/)?customers\/[^/]+\/(fund_)?cash_balance/;

/** The answer to an unknown address. Names the part of Stripe that the sandbox lacks there. */
export function unrecognized(method: string, path: string): StripeFailure {
  const part = CASH_BALANCE.test(path)
    ? "cash balances"
    : NOT_DONE.find(([start]) => path.startsWith(start))?.[1];
  return new StripeFailure(404, {
    type: "invalid_request_error",
    message: part
      ? `The sandbox does not do ${part} (${method}: ${path}).`
      : `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}
