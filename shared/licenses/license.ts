import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { KeyExtras } from "./entitlements.ts";
import { RunningLease } from "./lease.ts";
import { OfflineLease } from "./offlineLease.ts";
import { EarlierKey } from "./replacement.ts";
import { Entitlement, GrantSource } from "./standing.ts";
import { Trial } from "./trial.ts";

/** The computer on a seat. Only a hash of its secret is stored. */
export const Device = z.object({
  activationId: z.string(),
  fingerprint: z.string(),
  secretHash: z.string(),
  computerName: z.string(),
  os: z.string(),
  appVersion: z.string(),
  ipAddress: z.nullable(z.string()),
  /** When the computer took the seat. Activating again while it holds the seat does not change this. */
  activatedAt: Instant,
  leaseEndsAt: z._default(z.nullable(Instant), null),
  /** Activated with a code that the seat's owner approved. */
  isByCode: z.optional(z.boolean()),
  /** Another account had a trial on this computer, so this seat gets the free tier. */
  trialRefused: z.optional(z.boolean()),
});
export type Device = z.output<typeof Device>;

/** A key's swaps per UTC day, unless an operator sets another number. */
export const DEFAULT_DAILY_SWAPS = 1;
export const MAX_DAILY_SWAPS = 10;

/** How many visits are stored. A computer among them returns without a swap. */
export const MAX_VISITS = 20;

/** A computer that has had the seat, and when it last took the seat. */
export const Visit = z.object({ fingerprint: z.string(), at: Instant });
export type Visit = z.output<typeof Visit>;

/** A license key with its one seat. */
export const License = z.object({
  licenseKey: z.string(),
  id: z.string(),
  userId: z.string(),
  /** The key's grant; `entitlement` is a copy of the grant's state. */
  grantId: z.string(),
  source: GrantSource,
  entitlement: Entitlement,
  extras: z._default(z.nullable(KeyExtras), null),
  assignedAt: Instant,
  maxDailySwaps: z.number(),
  /** The count of the UTC day `day`. On any other day, the count is zero. */
  swaps: z.object({ day: z.string(), count: z.number() }),
  totalSwaps: z.number(),
  /** Swaps of the last seven days, oldest first. */
  recentSwaps: z._default(z.array(Instant), []),
  activationCount: z.number(),
  /** When a computer first took the seat; absent until then, and on rows from before 2026-11-25. */
  firstActivatedAt: z.optional(Instant),
  /** Repeated activations by a computer that has the seat or left it. A new entry drops those older than a day. */
  returns: z.optional(z.array(Instant)),
  lastUsedAt: z.nullable(Instant),
  device: z.nullable(Device),
  name: z._default(z.nullable(z.string()), null),
  /** The last computers that had the seat, each listed once, latest last. */
  visits: z._default(z.array(Visit), []),
  /** Unexpired leases, one per computer. Leaving a seat does not end its lease. */
  leases: z._default(z.array(RunningLease), []),
  /** The latest answered request files, oldest first. An answer cannot be revoked, so each request gets only one. */
  offline: z._default(z.array(OfflineLease), []),
  /** How the seat became empty. swap: the owner swapped it or replaced its key · device: the computer left it */
  vacatedBy: z._default(z.nullable(z.enum(["swap", "device"])), null),
  /** The seat's previous keys, oldest first. */
  earlierKeys: z._default(z.array(EarlierKey), []),
  /** When a copy of an installation last appeared, until the owner confirms that it is theirs. */
  copySuspectedAt: z._default(z.nullable(Instant), null),
  /** For a free key that was created while trials were on. */
  trial: z.optional(Trial),
  /** Rises with every write, so that a write based on an older reading fails. */
  version: z.number(),
});
export type License = z.output<typeof License>;
