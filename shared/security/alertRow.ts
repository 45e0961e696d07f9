import * as z from "zod/mini";
import { Instant } from "../instant.ts";
import { AlertDetails, ShownAlertType, ShownSeverity } from "./alert.ts";

export const ALERT_SHELVES = ["open", "resolved"] as const;

export const AlertRow = z.object({
  id: z.string(),
  user_id: z.string(),
  user_email: z.nullable(z.string()),
  alert_type: ShownAlertType,
  severity: ShownSeverity,
  description: z.string(),
  metadata: AlertDetails,
  /** Occurrences while it was open. */
  count: z.number(),
  created_at: Instant,
  last_seen_at: Instant,
  resolved: z.boolean(),
  resolved_by: z.nullable(z.string()),
  resolved_at: z.nullable(Instant),
  note: z.nullable(z.string()),
});
export type AlertRow = z.output<typeof AlertRow>;
