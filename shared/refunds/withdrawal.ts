import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { DAY, Instant } from "../instant.ts";
import { line } from "../text.ts";

/** For so long a consumer can withdraw, without giving a reason. */
export const WITHDRAWAL_DAYS = 14;
/** A withdrawal must be answered and refunded within so long (Directive 2011/83/EU, articles 9, 11a and 13). */
export const ANSWERED_WITHIN = 14 * DAY;

/** When the answer to a withdrawal is due at the latest. */
export const answerBy = (receivedAt: Instant): Instant =>
  new Date(Date.parse(receivedAt) + ANSWERED_WITHIN).toISOString();

/** What a person declares: who they are, their address, and the contract as they name it. */
export const Declaration = z.object({
  name: line("Name", 100),
  email: z
    .string("Enter an email address")
    .check(z.trim(), z.maxLength(254), z.email("Enter a valid email address")),
  /** A license key, the number of an invoice, or whatever else names the order. */
  contract: line("Order or license key", 100),
});
export type Declaration = z.output<typeof Declaration>;

/**
 * Withdraws from a contract, without signing in. Whether anybody is a customer, the answer does not say: it is the same
 * for every address and order. The confirmation goes to the order's own address.
 */
export const withdraw = endpoint({
  method: "POST",
  path: "/api/withdraw",
  audience: "public",
  errors: ["RATE_LIMITED"],
  input: Declaration,
  output: z.object({ reference: z.string(), received_at: Instant }),
});
