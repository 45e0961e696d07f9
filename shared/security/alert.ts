import * as z from "zod/mini";
import { Instant } from "../instant.ts";

export const ALERT_TYPES = [
  "rapid_swaps",
  "multiple_logins",
  "suspicious_ip",
  "key_sharing",
  "undeliverable_mail",
  "many_holds",
  "shared_card",
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** Shown for stored types that this release does not know. */
export const DEFAULT_ALERT_TYPE = "unusual_activity";
export const ShownAlertType = z.catch(z.enum([...ALERT_TYPES, DEFAULT_ALERT_TYPE]), DEFAULT_ALERT_TYPE);
export type ShownAlertType = z.output<typeof ShownAlertType>;

/** Ascending. The severity of an open alert only rises. */
export const SEVERITIES = ["low", "medium", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Unknown stored values count as low. */
export const ShownSeverity = z.catch(z.enum(SEVERITIES), "low");

/** The severity of a first alert, and of an alert that repeats while it is open. */
export const ALERT_SEVERITY: Readonly<Record<AlertType, { first: Severity; repeated: Severity }>> = {
  rapid_swaps: { first: "medium", repeated: "medium" },
  multiple_logins: { first: "medium", repeated: "medium" },
  suspicious_ip: { first: "high", repeated: "high" },
  key_sharing: { first: "high", repeated: "critical" },
  // docs/decisions/which-mail-is-sent-and-when.md says why this is an alert.
  undeliverable_mail: { first: "low", repeated: "low" },
  many_holds: { first: "medium", repeated: "medium" },
  shared_card: { first: "low", repeated: "low" },
};

/**
 * In an alert about a shared card, the name of the detail with a hash of the card. All alerts about one card have the
 * same hash.
 */
export const SHARED_CARD = "card";

export const AlertDetails = z.record(z.string(), z.union([z.string(), z.number()]));

/** An alert for an operator; it suspends nothing. A user has one open alert per type, which counts repeats. */
export const Alert = z.object({
  id: z.string(),
  userId: z.string(),
  type: ShownAlertType,
  severity: ShownSeverity,
  /** The latest occurrence, in plain words. */
  description: z.string(),
  metadata: AlertDetails,
  count: z.number(),
  createdAt: Instant,
  lastSeenAt: Instant,
  state: z.enum(["open", "resolved"]),
  resolvedBy: z.nullable(z.string()),
  resolvedAt: z.nullable(Instant),
  note: z.nullable(z.string()),
  version: z.number(),
});
export type Alert = z.output<typeof Alert>;
