import type { MailStop } from "#shared/accounts/mailStop.ts";
import type { Instant } from "#shared/instant.ts";
import type { Feedback } from "#shared/mail/feedback.ts";
import type { TemplateName } from "#shared/mail/mail.ts";
import type { Finding } from "#shared/security/signal.ts";

export type Stopping = { why: MailStop["why"]; addresses: string[]; at: Instant; feedbackId: string };

/** @returns undefined for a report that stops nothing, such as a full mailbox or a withdrawn complaint */
export function stoppingOf(feedback: Feedback): Stopping | undefined {
  const addressesOf = (recipients: readonly { emailAddress: string }[]) =>
    recipients.map(({ emailAddress }) => emailAddress);
  if (feedback.eventType === "Bounce") {
    const { bounceType, bouncedRecipients, timestamp, feedbackId } = feedback.bounce;
    if (bounceType !== "Permanent") return undefined;
    return { why: "bounced", addresses: addressesOf(bouncedRecipients), at: timestamp, feedbackId };
  }
  const { complaintFeedbackType, complainedRecipients, timestamp, feedbackId } = feedback.complaint;
  if (complaintFeedbackType === "not-spam") return undefined;
  return { why: "complained", addresses: addressesOf(complainedRecipients), at: timestamp, feedbackId };
}

/** Mails that the account's owner just requested. A confirmed code proves that mail arrives. */
export const REQUESTED: readonly TemplateName[] = ["emailCode", "newEmailCode", "recoveryCode"];

/**
 * Mails that we owe to an existing mailbox, even after a complaint. The law requires confirmations and receipts.
 * Returned money belongs to the customer. Owners must learn about changes that someone else may have made.
 */
export const OWED: readonly TemplateName[] = [
  "licenseKey",
  "receipt",
  "refundFailed",
  "refundRequested",
  "withdrawalReceived",
  "accountChanged",
  "emailChanged",
  "accountDeleted",
  "accountSuspended",
  "newSignIn",
  "keyReplaced",
  "seatMoved",
];

export function isSentDespite({ why }: Pick<MailStop, "why">, template: TemplateName): boolean {
  return REQUESTED.includes(template) || (why === "complained" && OWED.includes(template));
}

const DESCRIPTIONS = {
  bounced: "Mail to the account's address bounces, so we stopped sending it.",
  complained: "A mail was marked as spam, so we send only necessary mail.",
} as const satisfies Record<MailStop["why"], string>;

export const findingOf = (userId: string, { why, at, feedbackId }: Omit<Stopping, "addresses">): Finding => ({
  id: `mail:${feedbackId}`,
  userId,
  at,
  type: "undeliverable_mail",
  description: DESCRIPTIONS[why],
  metadata: { reason: why },
});
