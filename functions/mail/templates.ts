import { BRAND } from "#shared/brand.ts";
import type { TemplateName } from "#shared/mail/mail.ts";

/**
 * What a mail says, in Handlebars' language. Every one of them is about the reader's own purchase or
 * licence, so none has an unsubscribe link: there is no mail that is not a receipt or a warning.
 * `action` is a button in HTML and a line in plain text; both come from the same sentences.
 */
type Template = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown as an object of its own, to be copied: a licence key, or six digits. */
  readonly code?: string;
  readonly action?: { readonly label: string; readonly url: string };
};

export const TEMPLATES: Readonly<Record<TemplateName, Template>> = {
  emailCode: {
    subject: `Confirm your ${BRAND.name} email address`,
    paragraphs: [
      "Enter this code to confirm that the address is yours:",
      "It is good for {{minutes}} minutes. If you did not ask for it, somebody typed your address by mistake: do nothing, and nothing happens.",
    ],
    code: "{{code}}",
    action: { label: "Enter the code", url: "{{siteUrl}}/confirm-email" },
  },
  licenseKey: {
    subject: `Your ${BRAND.name} licence key`,
    paragraphs: [
      "Thank you. Your payment went through and this is your licence key for {{product}}:",
      `Download ${BRAND.name}, open it, choose Enter key and paste it. It takes the seat on that computer at once; you can move it to another one from your account.`,
    ],
    code: "{{licenseKey}}",
    action: { label: "Open your seats", url: "{{siteUrl}}/dashboard/seats" },
  },
  receipt: {
    subject: `Your ${BRAND.name} receipt {{number}}`,
    paragraphs: [
      "We received {{amount}} for {{product}}. Your subscription is paid until {{paidUntil}}.",
      "The invoice {{number}} is in your billing history.",
    ],
    action: { label: "Open the invoice", url: "{{invoiceUrl}}" },
  },
  paymentFailed: {
    subject: `Your ${BRAND.name} payment did not go through`,
    paragraphs: [
      "Your bank declined {{amount}} for {{product}}. {{consequence}}",
      "Please update your payment method so that the payment goes through.",
    ],
    action: { label: "Fix payment", url: "{{siteUrl}}/dashboard?tab=billing" },
  },
  subscriptionEnding: {
    subject: `Your ${BRAND.name} subscription ends on {{endsOn}}`,
    paragraphs: [
      "Your subscription is set to end on {{endsOn}}. Until then everything works as before. {{payment}}",
      "If you change your mind, you can keep it with one click.",
    ],
    action: { label: "Manage subscription", url: "{{siteUrl}}/dashboard?tab=subscription" },
  },
  subscriptionEnded: {
    subject: `Your ${BRAND.name} subscription has ended`,
    paragraphs: [
      "Your subscription has ended and the application no longer makes new videos. What you made is yours.",
      "Your licence key is kept: subscribe again and the same key works on your computer.",
    ],
    action: { label: "Subscribe again", url: "{{siteUrl}}/checkout/subscription" },
  },
  refunded: {
    subject: `Your ${BRAND.name} refund of {{amount}}`,
    paragraphs: [
      "We sent {{amount}} back to your payment method. Banks take five to ten days to show it.",
      "{{consequence}}",
    ],
  },
  soldOutWhilePaying: {
    subject: `${BRAND.name}: the offer sold out while you were paying`,
    paragraphs: [
      "Your payment for {{product}} arrived after your place had been given back, and the last unit had been sold by then.",
      "We have refunded {{amount}} in full. Banks take five to ten days to show it. We are sorry.",
    ],
    action: { label: "See the plans", url: "{{siteUrl}}/#pricing" },
  },
  paidAfterEnd: {
    subject: `Your ${BRAND.name} payment of {{amount}} is refunded`,
    paragraphs: [
      "Your payment for {{product}} arrived after your subscription had ended, so we have refunded {{amount}} in full. Banks take five to ten days to show it.",
      "To continue, subscribe again: your license key works again on your computer.",
    ],
    action: { label: "Subscribe again", url: "{{siteUrl}}/checkout/subscription" },
  },
  paymentDisputed: {
    subject: `Your bank disputes your ${BRAND.name} payment of {{amount}}`,
    paragraphs: [
      "Your bank has taken back {{amount}} and opened a dispute. {{effect}}.",
      "If you did not ask for this, tell your bank that the payment is yours, and write to us. If you want your money back, write to us: a refund is faster than a dispute.",
    ],
    action: { label: "Open billing", url: "{{siteUrl}}/dashboard?tab=subscription" },
  },
  disputeSettled: {
    subject: `The dispute over your ${BRAND.name} payment is settled`,
    paragraphs: ["Your bank decided that the payment of {{amount}} stands. {{effect}}."],
    action: { label: "Open billing", url: "{{siteUrl}}/dashboard?tab=subscription" },
  },
  disputeLost: {
    subject: `Your ${BRAND.name} license ended after a dispute`,
    paragraphs: [
      "Your bank decided the dispute over {{amount}} in your favor. {{effect}}.",
      "You can buy again at any time.",
    ],
    action: { label: "See the plans", url: "{{siteUrl}}/#pricing" },
  },
  disputeOpened: {
    subject: "Dispute opened: {{amount}}",
    paragraphs: [
      "A customer's bank opened a dispute over {{amount}} ({{reason}}). {{effect}}.",
      "Evidence is due by {{dueBy}}. Dispute {{disputeId}}, payment {{paymentId}}, user {{userId}}.",
    ],
  },
  inquiryOpened: {
    subject: "A bank asks about a payment of {{amount}}",
    paragraphs: [
      "A customer's bank asks about {{amount}} ({{reason}}). The money is still ours. {{effect}}: an answer may keep this from becoming a dispute.",
      "The answer is due by {{dueBy}}. Inquiry {{disputeId}}, payment {{paymentId}}, user {{userId}}.",
    ],
  },
  needsAttention: {
    subject: "{{what}}",
    paragraphs: ["{{details}}"],
  },
};
