import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { ReplacementLimit } from "./replacement.ts";
import { Explanation, GrantSource, LICENSE_CODES, Tier, Warning } from "./standing.ts";
import { SeatTrial } from "./trial.ts";

/** One key, one seat, at most one computer. */
export const Seat = z.object({
  id: z.string(),
  license_key: z.string(),
  name: z.nullable(z.string()),
  computer_name: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
  os: z.nullable(z.string()),
  app_version: z.nullable(z.string()),
  activated_at: z.nullable(Instant),
  last_used_at: z.nullable(Instant),
  /** Until when the computer works offline. In the past if the lease has expired. */
  lease_ends_at: z.nullable(Instant),
  /** When the last running lease of any computer ends, with or without the seat; null if none runs. */
  offline_until: z.nullable(Instant),
  /** When the last lease of a replaced key ends. Such a lease cannot be renewed. In the past if all have ended. */
  replaced_offline_until: z._default(z.nullable(Instant), null),
  /** Computers with a lease from an answer file, with or without the seat. */
  offline: z.array(z.object({ computer_name: z.string(), until: Instant })),
  /** Whether the reader has the same IP address as the computer had at its activation. */
  is_same_network: z.boolean(),
  /** The fingerprint is weak: leases last three days at most, and offline leases are refused. */
  is_weak: z.boolean(),
  is_active: z.boolean(),
  assigned_at: Instant,
  source: GrantSource,
  tier: Tier,
  code: z.enum(LICENSE_CODES),
  warning: z.nullable(Warning),
  /** When the key stops if nothing changes: the end of its term or of an overdue payment's grace period. */
  works_until: z.nullable(Instant),
  /** When a copy of an installation tried to use the seat; null if none did, or once the owner has answered. */
  copy_suspected_at: z.nullable(Instant),
  explanation: Explanation,
  swap_count_today: z.number(),
  max_daily_swaps: z.number(),
  next_reset_utc: Instant,
  /** When this seat got its current key; null for its first key. */
  key_replaced_at: z.nullable(Instant),
  ...ReplacementLimit.shape,
  trial: z.optional(SeatTrial),
});
export type Seat = z.output<typeof Seat>;
