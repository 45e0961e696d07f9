import * as z from "zod/mini";
import { endpoint, FRESH_FOR_MONEY } from "../endpoint.ts";
import { RequestId } from "../requestId.ts";
import { GiveRenewal } from "../subscriptions/subscription.ts";
import { fitsIntoLease, KeyExtras } from "./entitlements.ts";
import { KeyRow } from "./keyRow.ts";
import { DEFAULT_DAILY_SWAPS, MAX_DAILY_SWAPS } from "./license.ts";

export const DURATIONS = ["monthly", "yearly", "lifetime"] as const;
export type Duration = (typeof DURATIONS)[number];

/** The id of a listed key, or the key itself. */
const KeyId = z.string("Key ID is required").check(z.minLength(1, "Key ID is required"), z.maxLength(64));
const UserId = z.string("A user is required").check(z.minLength(1, "A user is required"), z.maxLength(128));
const Swaps = z
  .int("maxDailySwaps must be a whole number")
  .check(
    z.minimum(1, "maxDailySwaps must be 1 or more"),
    z.maximum(MAX_DAILY_SWAPS, `maxDailySwaps must be ${MAX_DAILY_SWAPS} or less`),
  );
const ChangedKey = z.object({ key: KeyRow });

/**
 * Creates a key and its grant by hand. NOT_FOUND for an unknown user. FRESH_SIGN_IN_REQUIRED for a yearly or lifetime
 * key if the sign-in is older than five minutes. With a `requestId`, repeating the call creates no second key.
 */
export const createLicenseKey = endpoint({
  method: "POST",
  path: "/api/createLicenseKey",
  audience: "operator",
  errors: ["FRESH_SIGN_IN_REQUIRED", "NOT_FOUND", "CONFLICT"],
  input: z.object({
    userId: UserId,
    duration: z._default(z.enum(DURATIONS, "duration must be monthly, yearly or lifetime"), "monthly"),
    maxDailySwaps: z._default(Swaps, DEFAULT_DAILY_SWAPS),
    requestId: z.optional(RequestId),
    note: z._default(z.string().check(z.trim(), z.maxLength(500)), ""),
  }),
  output: z.object({ licenseKey: z.string(), key: KeyRow }),
});

/**
 * Assigns an unassigned key to a user. CONFLICT if it has an owner. FRESH_SIGN_IN_REQUIRED for a key with more than a
 * month left if the sign-in is older than five minutes.
 */
export const assignLicenseKey = endpoint({
  method: "POST",
  path: "/api/assignLicenseKey",
  audience: "operator",
  errors: ["FRESH_SIGN_IN_REQUIRED", "NOT_FOUND", "CONFLICT"],
  input: z.object({ licenseKeyId: KeyId, userId: UserId }),
  output: ChangedKey,
});

/**
 * Takes a manually created key from its user and leaves it unassigned. The end date stays. The key gets a new string
 * and a new id, because the last user knows the old ones. The old string and id no longer exist.
 */
export const unassignLicenseKey = endpoint({
  method: "POST",
  path: "/api/admin/license-keys/unassign",
  audience: "operator",
  errors: ["REPLACED", "NOT_FOUND", "CONFLICT"],
  input: z.object({ keyId: KeyId }),
  output: ChangedKey,
});

/** Switches a key off and clears its computer. Reversible. CONFLICT if it is already off. */
export const revokeKey = endpoint({
  method: "POST",
  path: "/api/admin/license-keys/revoke",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ keyId: KeyId }),
  output: ChangedKey,
});

/**
 * Gives the seat a new key, as `replaceKey` does for its owner, without a limit. CONFLICT if the key is unassigned.
 * Repeating the call with the old key returns the same new key.
 */
export const replaceCustomerKey = endpoint({
  method: "POST",
  path: "/api/admin/license-keys/replace",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["REPLACED", "NOT_FOUND", "CONFLICT"],
  input: z.object({ keyId: KeyId }),
  output: ChangedKey,
});

/** Switches a key on again. CONFLICT if it is already on. */
export const reactivateKey = endpoint({
  method: "POST",
  path: "/api/admin/license-keys/reactivate",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ keyId: KeyId, giveRenewal: GiveRenewal }),
  output: ChangedKey,
});

/** Returns a whole license key. The audit log records who asked. */
export const showKey = endpoint({
  method: "POST",
  path: "/api/admin/license-keys/show",
  audience: "operator",
  errors: ["NOT_FOUND"],
  input: z.object({ keyId: KeyId }),
  output: z.object({ licenseKey: z.string() }),
});

/** Sets to zero how many swaps a key has used today. The total count stays. */
export const resetSwaps = endpoint({
  method: "POST",
  path: "/api/admin/license-keys/reset-swaps",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ keyId: KeyId }),
  output: ChangedKey,
});

/**
 * Extends a manually created key by `days`, from its end or, if that has passed, from now. FRESH_SIGN_IN_REQUIRED if
 * the sign-in is older than five minutes. The page makes one `requestId` per dialog: repeating the call with it extends
 * the key once.
 */
export const extendKey = endpoint({
  method: "POST",
  path: "/api/admin/license-keys/extend",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    keyId: KeyId,
    days: z.int("days must be a whole number").check(z.minimum(1), z.maximum(3660)),
    requestId: RequestId,
  }),
  output: ChangedKey,
});

/**
 * Sets what a key's leases contain beyond its plan. A computer gets the change with its next lease.
 * FRESH_SIGN_IN_REQUIRED if the sign-in is older than five minutes. NOT_FOUND for an unassigned key.
 */
export const setEntitlements = endpoint({
  method: "POST",
  path: "/api/admin/license-keys/entitlements",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ keyId: KeyId, extras: KeyExtras.check(fitsIntoLease) }),
  output: ChangedKey,
});
