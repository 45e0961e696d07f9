import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Direction, Paging } from "../listing.ts";
import { ALERT_SHELVES, AlertRow } from "./alertRow.ts";

/** Lists alerts, last seen first; only open ones by default. */
export const listAlerts = endpoint({
  method: "GET",
  path: "/api/admin/security/alerts",
  audience: "operator",
  input: z.strictObject({
    ...Paging,
    direction: Direction,
    status: z._default(z.enum([...ALERT_SHELVES, "all"]), "open"),
  }),
  output: z.object({
    rows: z.array(AlertRow),
    total: z.nullable(z.number()),
    next: z.nullable(z.string()),
  }),
});

/**
 * Resolves an alert and records who, when and an optional note. `seen` is the `count` that the operator read: CONFLICT
 * if the alert was raised again since. CONFLICT if it is already resolved, NOT_FOUND if there is no such alert.
 */
export const resolveAlert = endpoint({
  method: "POST",
  path: "/api/admin/security/resolve",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    id: z.string("Alert ID is required").check(z.minLength(1, "Alert ID is required"), z.maxLength(128)),
    note: z._default(z.string().check(z.trim(), z.maxLength(500)), ""),
    seen: z.optional(z.int("seen must be a whole number").check(z.minimum(1), z.maximum(1_000_000_000))),
  }),
  output: z.object({ alert: AlertRow }),
});
