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
    /** When the password was reset, while its owner has not said whose the computers are. */
    reset_at: z.nullable(Instant),
  }),
});

/** One free key per account and per mailbox; CONFLICT for a mailbox's second. Calling it again returns the same key. */
export const createFreeKey = endpoint({
  method: "POST",
  path: "/api/create-free-key",
  audience: "customer",
  errors: ["CONFLICT", "RATE_LIMITED"],
  input: z.object({}),
  output: z.object({ licenseKey: z.string() }),
});

/**
 * Clears the computer from a seat and counts one swap for the UTC day; an empty seat stays as it is, uncounted. At the
 * key's limit SWAP_LIMIT with `SwapLimit` as details. Another account's key is NOT_FOUND, like a missing one.
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
 * Gives a seat a new key. The old string ends at once (REPLACED) and the computer is cleared at no cost; leases that
 * run offline keep their place among the seat's three. Calling it again with the old key returns the same seat.
 * REPLACEMENT_LIMIT with `ReplacementLimit` as details after three replacements within 365 days, NOT_FOUND for a key of
 * another account.
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
 * After a password was reset: gives each seat that a computer came to in the month before, or that was new then, another
 * key, which clears its computer. `keep`: they are all the owner's. Either way nobody asks again.
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
 * Answers the request file of a computer without internet with a lease of up to 30 days, which takes the seat as an
 * activation does and counts among the seat's live leases. The same request gets the same answer again. CONFLICT where
 * it is used up, or two other computers have a lease: then `details.retry_at` says until when.
 */
export const answerOffline = endpoint({
  method: "POST",
  path: "/api/seat/offline",
  audience: "customer",
  errors: ["INVALID_KEY", "REPLACED", "NOT_FOUND", "CONFLICT", ...LEASE_ERRORS, "SWAP_LIMIT"],
  input: z.object({ licenseKey: TypedLicenseKey, request: OfflineRequest }),
  output: z.object({ ok: z.literal(true), seat: Seat, answer: OfflineAnswer }),
});

/** The owner says that a suspected copy was their own. Another account's key is NOT_FOUND, like a missing one. */
export const dismissCopy = endpoint({
  method: "POST",
  path: "/api/seat/dismiss-copy",
  audience: "customer",
  errors: ["INVALID_KEY", "NOT_FOUND"],
  input: z.object({ licenseKey: TypedLicenseKey }),
  output: z.object({ ok: z.literal(true), seat: Seat }),
});

export const LONGEST_SEAT_NAME = 60;

/** Sets the owner's name for a seat; null removes it. Another account's key is NOT_FOUND, like a missing one. */
export const nameSeat = endpoint({
  method: "POST",
  path: "/api/seat/name",
  audience: "customer",
  errors: ["INVALID_KEY", "NOT_FOUND"],
  input: z.object({ licenseKey: TypedLicenseKey, name: z.nullable(line("Name", LONGEST_SEAT_NAME)) }),
  output: z.object({ ok: z.literal(true), seat: Seat }),
});
