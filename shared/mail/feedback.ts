import * as z from "zod/mini";
import { Instant } from "../instant.ts";

const Recipients = z.array(z.object({ emailAddress: z.string() }));

/**
 * What SES reports about a mail that it sent: the `detail` of its events at EventBridge. Of the fields that Amazon
 * documents ("Examples of event data that Amazon SES publishes"), the ones that are read.
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
