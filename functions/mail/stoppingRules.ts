import type { MailStop } from "#shared/accounts/mailStop.ts";
import type { Instant } from "#shared/instant.ts";
import type { Feedback } from "#shared/mail/feedback.ts";
import type { TemplateName } from "#shared/mail/mail.ts";
import type { Finding } from "#shared/security/signal.ts";

export type Stopping = { why: MailStop["why"]; addresses: string[]; at: Instant; feedbackId: string };

/** Undefined where the report stops nothing: a full mailbox, or a reader who took a complaint back. */
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

/** The account's owner asked for these a moment ago, and a code that comes back proves that mail arrives. */
export const REQUESTED: readonly TemplateName[] = ["emailCode", "newEmailCode", "recoveryCode"];

/**
 * What we owe a mailbox that exists, even one whose owner complained: the law asks for the confirmation of a purchase and
 * for receipts, money that was returned to us is theirs, and an owner must learn what may be someone else's doing.
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

/** Whether a mail goes to an address where mail was stopped. */
export function isSentDespite({ why }: Pick<MailStop, "why">, template: TemplateName): boolean {
  return REQUESTED.includes(template) || (why === "complained" && OWED.includes(template));
}

const DESCRIPTIONS = {
  bounced: "Mail to the account's address bounces, so we stopped sending it.",
  complained: "A mail was marked as spam, so we stopped sending all but the necessary ones.",
} as const satisfies Record<MailStop["why"], string>;

/** What the operator reads under Security. */
export const findingOf = (userId: string, { why, at, feedbackId }: Omit<Stopping, "addresses">): Finding => ({
  id: `mail:${feedbackId}`,
  userId,
  at,
  type: "undeliverable_mail",
  description: DESCRIPTIONS[why],
  metadata: { reason: why },
});
