import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** bounced: the mailbox does not exist or refuses our mail · complained: its owner marked a mail as spam */
export const MAIL_STOP_REASONS = ["bounced", "complained"] as const;

export const MailStop = z.object({ why: z.enum(MAIL_STOP_REASONS), at: Instant });
export type MailStop = z.output<typeof MailStop>;
