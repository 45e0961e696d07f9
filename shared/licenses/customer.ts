import * as z from "zod/mini";
import { endpoint, FRESH_FOR_MONEY } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { line } from "../text.ts";
import { LEASE_ERRORS } from "./errors.ts";
import { TypedLicenseKey } from "./key.ts";
import { OfflineAnswer, OfflineRequest } from "./offline.ts";
import { Seat } from "./seat.ts";

/** Lists the caller's seats, newest first, 25 at a time. */
export const listSeats = endpoint({
  method: "GET",
  path: "/api/seats",
  audience: "customer",
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(2048))) }),
  output: z.object({
    seats: z.array(Seat),
    next: z.nullable(z.string()),
    /** When the password was reset; null 30 days later, or once the owner has said which computers are theirs. */
    reset_at: z.nullable(Instant),
  }),
});

/**
 * Returns the account's free key, and creates it on the first call. One free key per account and per mailbox: CONFLICT
 * if another account of the mailbox has one, or had one and was deleted in the last year.
 */
export const createFreeKey = endpoint({
  method: "POST",
  path: "/api/create-free-key",
  audience: "customer",
  errors: ["CONFLICT", "RATE_LIMITED"],
  input: z.object({}),
  output: z.object({ licenseKey: z.string() }),
});

/**
 * Clears the computer from a seat and counts one swap for the UTC day. An empty seat counts no swap. SWAP_LIMIT with
 * `SwapLimit` as details at the key's limit. NOT_FOUND for an unknown key and for another account's key.
 */
export const swapSeat = endpoint({
  method: "POST",
  path: "/api/seat/swap",
  audience: "customer",
  errors: ["INVALID_KEY", "REPLACED", "NOT_FOUND", "CONFLICT", "SWAP_LIMIT"],
  input: z.object({ licenseKey: TypedLicenseKey }),
  output: z.object({ ok: z.literal(true), seat: Seat, message: z.string() }),
});

/**
 * Gives a seat a new key. The old key stops immediately (REPLACED), and the computer is cleared without counting a
 * swap. Running leases still count toward the seat's three leases. Repeating the call with the old key returns the same
 * seat. REPLACEMENT_LIMIT with `ReplacementLimit` as details after three replacements within 365 days, NOT_FOUND for
 * another account's key.
 */
export const replaceKey = endpoint({
  method: "POST",
  path: "/api/seat/replace-key",
  audience: "customer",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["INVALID_KEY", "REPLACED", "NOT_FOUND", "CONFLICT", "REPLACEMENT_LIMIT"],
  input: z.object({ licenseKey: TypedLicenseKey }),
  output: z.object({ ok: z.literal(true), seat: Seat }),
});

/**
 * Secures the seats after a password reset. Replaces the key of each seat that was new, or that got its computer, in
 * the 30 days before the reset, and clears the computer. With `keep`, the owner confirms all computers, and the seats
 * do not change. Either call clears `reset_at`.
 */
export const removeTaken = endpoint({
  method: "POST",
  path: "/api/seats/remove-taken",
  audience: "customer",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["REPLACED", "NOT_FOUND", "CONFLICT"],
  input: z.object({ keep: z.boolean("keep must be true or false") }),
  output: z.object({ ok: z.literal(true) }),
});

/**
 * Answers the request file of a computer without internet with a lease of up to 30 days. The answer takes the seat like
 * an activation, and its lease counts toward the seat's three leases. The same request gets the same answer. CONFLICT
 * if the computer is weakly identified, if the request was answered for another computer, or if that answer has
 * expired. CONFLICT with `details.retry_at` while two other computers have a full lease.
 */
export const answerOffline = endpoint({
  method: "POST",
  path: "/api/seat/offline",
  audience: "customer",
  errors: ["INVALID_KEY", "REPLACED", "NOT_FOUND", "CONFLICT", ...LEASE_ERRORS, "SWAP_LIMIT"],
  input: z.object({ licenseKey: TypedLicenseKey, request: OfflineRequest }),
  output: z.object({ ok: z.literal(true), seat: Seat, answer: OfflineAnswer }),
});

/** Confirms that the owner made a suspected copy. NOT_FOUND for an unknown key and for another account's key. */
export const dismissCopy = endpoint({
  method: "POST",
  path: "/api/seat/dismiss-copy",
  audience: "customer",
  errors: ["INVALID_KEY", "NOT_FOUND"],
  input: z.object({ licenseKey: TypedLicenseKey }),
  output: z.object({ ok: z.literal(true), seat: Seat }),
});

export const LONGEST_SEAT_NAME = 60;

/** Sets the owner's name for a seat; null removes it. NOT_FOUND for an unknown key or another account's key. */
export const nameSeat = endpoint({
  method: "POST",
  path: "/api/seat/name",
  audience: "customer",
  errors: ["INVALID_KEY", "NOT_FOUND"],
  input: z.object({ licenseKey: TypedLicenseKey, name: z.nullable(line("Name", LONGEST_SEAT_NAME)) }),
  output: z.object({ ok: z.literal(true), seat: Seat }),
});
