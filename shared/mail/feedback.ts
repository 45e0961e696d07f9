import * as z from "zod/mini";
import { Instant } from "../instant.ts";

const Recipients = z.array(z.object({ emailAddress: z.string() }));

/**
 * SES's report about a sent mail: the `detail` of its EventBridge events. Only the fields that we read (documented
 * under "Examples of event data that Amazon SES publishes").
 */
export const Feedback = z.union([
  z.object({
    eventType: z.literal("Bounce"),
    bounce: z.object({
      /** Permanent: the mailbox does not exist or refuses us · Transient: full or busy · Undetermined */
      bounceType: z.string(),
      bouncedRecipients: Recipients,
      timestamp: Instant,
      feedbackId: z.string(),
    }),
  }),
  z.object({
    eventType: z.literal("Complaint"),
    complaint: z.object({
      complainedRecipients: Recipients,
      timestamp: Instant,
      feedbackId: z.string(),
      /** `abuse`, `not-spam` and others; many providers send none. */
      complaintFeedbackType: z.optional(z.nullable(z.string())),
    }),
  }),
]);
export type Feedback = z.output<typeof Feedback>;
