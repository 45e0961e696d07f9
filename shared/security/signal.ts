import * as z from "zod/mini";
import { Session } from "../accounts/session.ts";
import { Instant } from "../instant.ts";
import { ALERT_TYPES, AlertDetails } from "./alert.ts";

/** That an account was used, from where. */
export const Sighting = z.object({
  id: z.string(),
  userId: z.string(),
  at: Instant,
  what: z.enum(["signIn", "activation"]),
  address: z.nullable(z.string()),
  /** ISO 3166, two letters, as CloudFront tells it. */
  country: z.nullable(z.string()),
});
export type Sighting = z.output<typeof Sighting>;

/** One thing that is worth an alert. `id` is natural: repeated signals with the same id count once. */
export const Finding = z.object({
  id: z.string(),
  userId: z.string(),
  at: Instant,
  type: z.enum(ALERT_TYPES),
  description: z.string(),
  metadata: AlertDetails,
});
export type Finding = z.output<typeof Finding>;

/** What goes through the security queue. */
export const Signal = z.union([
  z.object({ kind: z.literal("sighting"), sighting: Sighting }),
  z.object({ kind: z.literal("finding"), finding: Finding }),
  z.object({
    kind: z.literal("signIn"),
    userId: z.string(),
    session: Session,
    /** Whether the account never signed in before; left out by a repeated call and by the previous release. */
    isFirst: z.optional(z.boolean()),
  }),
]);
export type Signal = z.output<typeof Signal>;
