import * as z from "zod/mini";
import { Session } from "../accounts/session.ts";
import { Instant } from "../instant.ts";
import { ALERT_TYPES, AlertDetails } from "./alert.ts";

/** A use of an account, and the place of that use. */
export const Sighting = z.object({
  id: z.string(),
  userId: z.string(),
  at: Instant,
  what: z.enum(["signIn", "activation"]),
  address: z.nullable(z.string()),
  /** CloudFront's country code: ISO 3166, two letters. */
  country: z.nullable(z.string()),
});
export type Sighting = z.output<typeof Sighting>;

/** An occurrence that deserves an alert. `id` is derived from the occurrence, so repeated signals count once. */
export const Finding = z.object({
  id: z.string(),
  userId: z.string(),
  at: Instant,
  type: z.enum(ALERT_TYPES),
  description: z.string(),
  metadata: AlertDetails,
});
export type Finding = z.output<typeof Finding>;

/** A message of the security queue. */
export const Signal = z.union([
  z.object({ kind: z.literal("sighting"), sighting: Sighting }),
  z.object({ kind: z.literal("finding"), finding: Finding }),
  z.object({
    kind: z.literal("signIn"),
    userId: z.string(),
    session: Session,
    /** Whether it is the account's first sign-in; absent in a repeated call and in messages of the previous release. */
    isFirst: z.optional(z.boolean()),
  }),
]);
export type Signal = z.output<typeof Signal>;
