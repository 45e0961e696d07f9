import * as z from "zod/mini";
import { DAY, Instant } from "../instant.ts";

/** An owner may replace the key of one seat this often within the window; an operator at any time. */
export const MAX_REPLACEMENTS = 3;
export const REPLACEMENT_WINDOW = 365 * DAY;

/** A key that a seat had before, and who replaced it. */
export const EarlierKey = z.object({
  licenseKey: z.string(),
  replacedAt: Instant,
  by: z.enum(["customer", "operator"]),
  /** Until when a computer that stays offline can work with it; null where no lease was running. */
  offlineUntil: z.nullable(Instant),
});
export type EarlierKey = z.output<typeof EarlierKey>;

/** How often the owner may still replace the key of a seat; `details` of REPLACEMENT_LIMIT. */
export const ReplacementLimit = z.object({
  replacements_left: z.number(),
  max_replacements: z.number(),
  /** When the next replacement becomes possible; null while one is left. */
  next_replacement_at: z.nullable(Instant),
});
export type ReplacementLimit = z.output<typeof ReplacementLimit>;

/** The part of a dead key that names it without repeating it. */
export const lastGroup = (licenseKey: string): string => licenseKey.slice(-5);
