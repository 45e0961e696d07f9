import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { DAY, Instant } from "../instant.ts";
import { line } from "../text.ts";

/** Days in which a consumer can withdraw without a reason. */
export const WITHDRAWAL_DAYS = 14;
/** A withdrawal must be answered and refunded within this time (Directive 2011/83/EU, articles 9, 11a and 13). */
export const ANSWERED_WITHIN = 14 * DAY;

export const answerBy = (receivedAt: Instant): Instant =>
  new Date(Date.parse(receivedAt) + ANSWERED_WITHIN).toISOString();

/** A declaration of withdrawal: the consumer's name and address, and the contract in the consumer's words. */
export const Declaration = z.object({
  name: line("Name", 100),
  email: z
    .string("Enter an email address")
    .check(z.trim(), z.maxLength(254), z.email("Enter a valid email address")),
  /** A license key, an invoice number, or anything else that identifies the order. */
  contract: line("Order or license key", 100),
});
export type Declaration = z.output<typeof Declaration>;

/**
 * Withdraws from a contract, without signing in. The answer is the same for every address and order, so it does not
 * reveal customers. If the license key or the address is a customer's, the confirmation goes to the address of their
 * account.
 */
export const withdraw = endpoint({
  method: "POST",
  path: "/api/withdraw",
  audience: "public",
  errors: ["RATE_LIMITED"],
  input: Declaration,
  output: z.object({ reference: z.string(), received_at: Instant }),
});
