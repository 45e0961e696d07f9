import { BRAND } from "../brand.ts";
import type { MailContent } from "./layout.ts";

/**
 * The only mail that Cognito writes: a sign-up needs no code, and we mail the codes for new addresses ourselves.
 * Cognito keeps the code valid for an hour.
 */
export const RESET_MAIL: MailContent = {
  subject: `Reset your ${BRAND.name} password`,
  paragraphs: [
    `Enter this code at ${BRAND.name} to choose a new password:`,
    "The code expires in one hour. A new password signs out every other browser.",
    "If you did not request this code, ignore this email. Nobody can reset your password without this code, so never share it, not even with us.",
  ],
  code: "{####}",
  why: `Sent because someone requested a password reset for your account at ${BRAND.name}.`,
};
