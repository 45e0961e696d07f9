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

/** What an alert is shown as whose stored type is none of these, such as one of an older or a newer release. */
export const DEFAULT_ALERT_TYPE = "unusual_activity";
export const ShownAlertType = z.catch(z.enum([...ALERT_TYPES, DEFAULT_ALERT_TYPE]), DEFAULT_ALERT_TYPE);
export type ShownAlertType = z.output<typeof ShownAlertType>;

/** From the mildest to the gravest: an open alert only rises. */
export const SEVERITIES = ["low", "medium", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Low where what is stored is none of them. */
export const ShownSeverity = z.catch(z.enum(SEVERITIES), "low");

/** The severity of a first alert, and of one that repeats while another is open. */
export const ALERT_SEVERITY: Readonly<Record<AlertType, { first: Severity; repeated: Severity }>> = {
  rapid_swaps: { first: "medium", repeated: "medium" },
  multiple_logins: { first: "medium", repeated: "medium" },
  suspicious_ip: { first: "high", repeated: "high" },
  key_sharing: { first: "high", repeated: "critical" },
  // Why it is an alert: docs/decisions/which-mail-is-sent-and-when.md.
  undeliverable_mail: { first: "low", repeated: "low" },
  many_holds: { first: "medium", repeated: "medium" },
  shared_card: { first: "low", repeated: "low" },
};

export const AlertDetails = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * Something for an operator to look at; it suspends no one automatically. One open alert per user and type, which
 * counts repeats.
 */
export const Alert = z.object({
  id: z.string(),
  userId: z.string(),
  type: ShownAlertType,
  severity: ShownSeverity,
  /** What was seen last, in plain words. */
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
