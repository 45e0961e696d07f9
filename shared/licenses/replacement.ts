import * as z from "zod/mini";
import { DAY, Instant } from "../instant.ts";

/** Limits an owner's replacements of one seat's key. Operators have no limit. */
export const MAX_REPLACEMENTS = 3;
export const REPLACEMENT_WINDOW = 365 * DAY;

export const EarlierKey = z.object({
  licenseKey: z.string(),
  replacedAt: Instant,
  by: z.enum(["customer", "operator"]),
  /** Until when an offline computer can work with the old key; null if no lease was running. */
  offlineUntil: z.nullable(Instant),
});
export type EarlierKey = z.output<typeof EarlierKey>;

/** An owner's remaining replacements for a seat; `details` of REPLACEMENT_LIMIT. */
export const ReplacementLimit = z.object({
  replacements_left: z.number(),
  max_replacements: z.number(),
  /** When the next replacement becomes possible; null while one is left. */
  next_replacement_at: z.nullable(Instant),
});
export type ReplacementLimit = z.output<typeof ReplacementLimit>;

/** Identifies a replaced key without repeating it. */
export const lastGroup = (licenseKey: string): string => licenseKey.slice(-5);
