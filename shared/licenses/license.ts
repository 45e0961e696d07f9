import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { KeyExtras } from "./entitlements.ts";
import { RunningLease } from "./lease.ts";
import { OfflineLease } from "./offlineLease.ts";
import { EarlierKey } from "./replacement.ts";
import { Entitlement, GrantSource } from "./standing.ts";
import { Trial } from "./trial.ts";

/** The computer that holds a seat. The secret that proves it is kept as a hash only. */
export const Device = z.object({
  activationId: z.string(),
  fingerprint: z.string(),
  secretHash: z.string(),
  computerName: z.string(),
  os: z.string(),
  appVersion: z.string(),
  ipAddress: z.nullable(z.string()),
  /** When it came to the seat; its own return does not change it. */
  activatedAt: Instant,
  /** The end of its latest lease. */
  leaseEndsAt: z._default(z.nullable(Instant), null),
  /** True where its owner approved a code that it showed. */
  isByCode: z.optional(z.boolean()),
  /** True where another account had a trial on this computer: here the seat has the free tier. */
  trialRefused: z.optional(z.boolean()),
});
export type Device = z.output<typeof Device>;

/** Swaps of a key per UTC day unless the operator sets another number. */
export const DEFAULT_DAILY_SWAPS = 1;
export const MAX_DAILY_SWAPS = 10;

/** A computer that has held the seat, and when it last came to it. */
export const Visit = z.object({ fingerprint: z.string(), at: Instant });
export type Visit = z.output<typeof Visit>;

/** A license key with its one seat. */
export const License = z.object({
  licenseKey: z.string(),
  id: z.string(),
  userId: z.string(),
  /** The grant that the key points to; `entitlement` is a copy of what it says. */
  grantId: z.string(),
  source: GrantSource,
  entitlement: Entitlement,
  /** What the operator added to the plan for this key. */
  extras: z._default(z.nullable(KeyExtras), null),
  assignedAt: Instant,
  maxDailySwaps: z.number(),
  /** Swaps of one UTC day; another day's count means none today. */
  swaps: z.object({ day: z.string(), count: z.number() }),
  totalSwaps: z.number(),
  /** When the swaps of the last seven days were, oldest first. */
  recentSwaps: z._default(z.array(Instant), []),
  activationCount: z.number(),
  /** When a computer first came to the seat; missing before, and on rows from before 2026-11-25. */
  firstActivatedAt: z.optional(Instant),
  /** When the computer on the seat took it once more, within the last 24 hours. */
  returns: z.optional(z.array(Instant)),
  lastUsedAt: z.nullable(Instant),
  device: z.nullable(Device),
  /** What the owner calls the seat. */
  name: z._default(z.nullable(z.string()), null),
  /** The computers that were here, each once, the latest last. */
  visits: z._default(z.array(Visit), []),
  /** The leases that still run, each computer's once: leaving a seat does not end the lease it was given. */
  leases: z._default(z.array(RunningLease), []),
  /** The request files that were answered, oldest first: an answer is not taken back, and not given twice. */
  offline: z._default(z.array(OfflineLease), []),
  /** How an empty seat became empty: a swap was paid for by the day's count, leaving by oneself was free. */
  vacatedBy: z._default(z.nullable(z.enum(["swap", "device"])), null),
  /** The keys that this seat had before, oldest first. */
  earlierKeys: z._default(z.array(EarlierKey), []),
  /** When a copy of an installation last appeared, until the owner confirms that it is theirs. */
  copySuspectedAt: z._default(z.nullable(Instant), null),
  /** Of a free key that was made while the operator gave trials. */
  trial: z.optional(Trial),
  /** Guards every write: what was read is what is replaced. */
  version: z.number(),
});
export type License = z.output<typeof License>;
