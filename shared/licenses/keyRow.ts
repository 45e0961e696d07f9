import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { KeyExtras } from "./entitlements.ts";
import { KeyId, MaskedKey } from "./masked.ts";
import { GrantSource, LICENSE_CODES, type LicenseCode } from "./standing.ts";

/** active: the application works with it · inactive: it does not, for any reason · unassigned: it has no owner */
export const KEY_SHELVES = ["active", "inactive", "unassigned"] as const;
export type KeyShelf = (typeof KEY_SHELVES)[number];

/** A license key in the back office. `showKey` returns the whole key. */
export const KeyRow = z.object({
  id: KeyId,
  license_key: MaskedKey,
  user_id: z.nullable(z.string()),
  user_email: z.nullable(z.string()),
  assigned_at: z.nullable(Instant),
  /** The operator's switch. `code` says whether the key works. */
  is_active: z.boolean(),
  /** The code that the desktop application gets as an answer now. */
  code: z.enum(LICENSE_CODES),
  computer_name: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
  last_used_at: z.nullable(Instant),
  activation_count: z.number(),
  /** Computers that have had the seat. Stops at MAX_VISITS. */
  computer_count: z._default(z.number(), 0),
  swap_count_today: z.number(),
  max_daily_swaps: z.number(),
  total_swaps: z.number(),
  created_at: Instant,
  source: GrantSource,
  expires_at: z.nullable(Instant),
  extras: z._default(z.nullable(KeyExtras), null),
});
export type KeyRow = z.output<typeof KeyRow>;

/** The owner's label, also for a deleted account. */
export const keyOwner = ({ user_id, user_email }: Pick<KeyRow, "user_id" | "user_email">): string =>
  user_email ?? (user_id === null ? "Unassigned" : "Account deleted");

export function keyShelf({ user_id, code }: { user_id: string | null; code: LicenseCode }): KeyShelf {
  if (user_id === null) return "unassigned";
  return code === "VALID" ? "active" : "inactive";
}
