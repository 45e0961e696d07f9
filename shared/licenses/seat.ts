import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { ReplacementLimit } from "./replacement.ts";
import { Explanation, GrantSource, LICENSE_CODES, Tier, Warning } from "./standing.ts";
import { SeatTrial } from "./trial.ts";

/** One key, one seat, at most one computer. */
export const Seat = z.object({
  id: z.string(),
  license_key: z.string(),
  /** What the owner calls it; null while it has no name. */
  name: z.nullable(z.string()),
  /** The computer that holds the seat; null while it is free. */
  computer_name: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
  os: z.nullable(z.string()),
  app_version: z.nullable(z.string()),
  activated_at: z.nullable(Instant),
  last_used_at: z.nullable(Instant),
  /** Until when the computer works without asking; past for one that has not been online since. */
  lease_ends_at: z.nullable(Instant),
  /** Computers with a lease from an answer file, whether or not they still have the seat. */
  offline: z.array(z.object({ computer_name: z.string(), until: Instant })),
  /** Whether the reader of the list has the same address as the computer had when it was activated. */
  is_same_network: z.boolean(),
  /** Others could pass for it: leases of three days, and none for work without internet. */
  is_weak: z.boolean(),
  is_active: z.boolean(),
  assigned_at: Instant,
  /** What the grant behind the key allows now. */
  source: GrantSource,
  tier: Tier,
  code: z.enum(LICENSE_CODES),
  warning: z.nullable(Warning),
  /** When the key stops unless something changes: the end of its term or of an overdue payment's grace. */
  works_until: z.nullable(Instant),
  /** When a copy of an installation tried to use it; null once the owner has answered. */
  copy_suspected_at: z.nullable(Instant),
  /** Why it works or does not, and what helps. */
  explanation: Explanation,
  swap_count_today: z.number(),
  max_daily_swaps: z.number(),
  next_reset_utc: Instant,
  /** When this seat got the key that it has; null for its first key. */
  key_replaced_at: z.nullable(Instant),
  ...ReplacementLimit.shape,
  /** Left out for a key without one. */
  trial: z.optional(SeatTrial),
});
export type Seat = z.output<typeof Seat>;
