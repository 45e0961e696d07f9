import { BRAND } from "#shared/brand.ts";
import type { TemplateName } from "#shared/mail/mail.ts";
import { AFFILIATE_TEMPLATES } from "./affiliateTemplates.ts";
import { type Template, WHY } from "./template.ts";

/**
 * The texts of all mails. Every mail is about the reader's own account, purchase, license or earnings, so none needs an
 * unsubscribe link.
 */
export const TEMPLATES: Readonly<Record<TemplateName, Template>> = {
  ...AFFILIATE_TEMPLATES,
  emailCode: {
    subject: `Confirm your ${BRAND.name} email address`,
    paragraphs: [
      "Enter this code to confirm your email address:",
      "The code expires in {{minutes}} minutes. If you did not request it, you can ignore this mail.",
    ],
    code: "{{code}}",
    action: { label: "Enter the code", url: "{{siteUrl}}/confirm-email" },
    why: WHY.address,
  },
  newEmailCode: {
    subject: `Confirm your new ${BRAND.name} email address`,
    paragraphs: [
      "Enter this code on your account page to use this address from now on:",
      "The code expires in {{minutes}} minutes. If you did not request it, ignore this mail: nothing changes.",
    ],
    code: "{{code}}",
    action: { label: "Open your account", url: "{{siteUrl}}/dashboard/account" },
    why: WHY.address,
  },
  accountChanged: {
    subject: `Your ${BRAND.name} account: {{what}}`,
    paragraphs: [
      "{{details}}",
      "If this was not you, reset your password now and write to us. A reset signs out every other browser.",
    ],
    action: { label: "Reset your password", url: "{{siteUrl}}/forgot-password" },
    why: WHY.account,
  },
  accountDeleted: {
    subject: `Your ${BRAND.name} account was deleted`,
    paragraphs: [
      "Your account was deleted as requested on {{askedOn}}. Its license keys no longer work, and any subscription has ended: you will not be charged again.",
      "The privacy page lists the records that we are required to keep. If you did not request this, write to us.",
    ],
    action: { label: "Read the privacy page", url: "{{siteUrl}}/privacy" },
    why: `Sent because this address belonged to an account at ${BRAND.name}.`,
  },
  newSignIn: {
    subject: `New sign-in to your ${BRAND.name} account`,
    paragraphs: [
      "Someone signed in to your account with {{device}} from {{place}} at {{at}}.",
      "If this was you, you can ignore this mail. If not, reset your password now. A reset signs out every other browser.",
    ],
    action: { label: "Reset your password", url: "{{siteUrl}}/forgot-password" },
    why: WHY.account,
  },
  licenseKey: {
    subject: `Your ${BRAND.name} license key and receipt`,
    paragraphs: [
      "Thank you. We received {{amount}} for {{product}}. This is your license key:",
      `Download ${BRAND.name} from your account, open it, choose Enter key and paste the key. The application activates immediately. You can move the license to another computer from your account.`,
      "{{#if refundUntil}}If you change your mind, you can get this payment back until {{refundUntil}}, whatever the reason: open Subscription in your account, or write to us from this address.{{/if}}",
    ],
    code: "{{licenseKey}}",
    facts: [
      { label: "{{product}}", value: "{{amount}}" },
      { label: "Tax included", value: "{{tax}}" },
      { label: "Invoice", value: "{{number}}" },
    ],
    action: { label: `Download ${BRAND.name}`, url: "{{siteUrl}}/dashboard" },
    link: { label: "Open the invoice", url: "{{invoiceUrl}}" },
    added: ["tax", "number", "invoiceUrl", "refundUntil"],
    why: WHY.account,
  },
  receipt: {
    subject: `Your ${BRAND.name} receipt {{number}}`,
    paragraphs: ["We received {{amount}} for {{product}}. Your subscription is paid until {{paidUntil}}."],
    facts: [
      { label: "{{product}}", value: "{{amount}}" },
      { label: "Tax included", value: "{{tax}}" },
      { label: "Invoice", value: "{{number}}" },
    ],
    action: { label: "Open the invoice", url: "{{invoiceUrl}}" },
    link: { label: "See all your invoices", url: "{{siteUrl}}/dashboard?tab=billing" },
    added: ["tax"],
    why: WHY.account,
  },
  paymentFailed: {
    subject: `Your ${BRAND.name} payment did not go through`,
    paragraphs: [
      "Your bank declined {{amount}} for {{product}}. {{consequence}}",
      "Update your payment method to pay now. It takes a minute.",
    ],
    action: { label: "Fix payment", url: "{{siteUrl}}/dashboard?tab=billing" },
    link: { label: "Open the invoice", url: "{{invoiceUrl}}" },
    added: ["invoiceUrl"],
    why: WHY.account,
  },
  paymentToConfirm: {
    subject: `Your bank asks you to confirm your ${BRAND.name} payment`,
    paragraphs: [
      "Your bank wants you to confirm a payment of {{amount}} for {{product}}. Nothing is charged until you do. {{consequence}}",
      "Pay the open invoice, and your bank asks you to confirm.",
    ],
    action: { label: "Confirm the payment", url: "{{invoiceUrl}}" },
    link: { label: "Use another payment method", url: "{{siteUrl}}/dashboard?tab=billing" },
    why: WHY.account,
  },
  subscriptionEnding: {
    subject: `Your ${BRAND.name} subscription ends on {{endsOn}}`,
    paragraphs: [
      "Your subscription is set to end on {{endsOn}}. {{payment}}",
      "If you change your mind, you can keep it with one click.",
    ],
    action: { label: "Manage subscription", url: "{{siteUrl}}/dashboard?tab=subscription" },
    why: WHY.account,
  },
  subscriptionEnded: {
    subject: `Your ${BRAND.name} subscription has ended`,
    paragraphs: [
      "Your subscription has ended, and the application no longer makes new videos. Everything you made stays yours.",
      "We keep your license key: if you subscribe again, the same key works on your computer.",
    ],
    action: { label: "Subscribe again", url: "{{siteUrl}}/checkout/subscription" },
    why: WHY.account,
  },
  refunded: {
    subject: `Your ${BRAND.name} refund of {{amount}}`,
    paragraphs: [
      "We sent {{amount}} back to your payment method. Banks take five to ten days to show it.",
      "{{consequence}}",
    ],
    why: WHY.account,
  },
  refundFailed: {
    subject: `Your ${BRAND.name} refund of {{amount}} was returned to us`,
    paragraphs: [
      "The refund of {{amount}} did not reach you, and the money is back in our account. {{effect}}",
      "Please write to us, and tell us how to send it to you.",
    ],
    why: WHY.account,
  },
  soldOutWhilePaying: {
    subject: `${BRAND.name}: the offer sold out while you were paying`,
    paragraphs: [
      "Your payment for {{product}} arrived after your reservation had expired, and the last unit had already been sold.",
      "We are sorry. We have refunded {{amount}} in full. Banks take five to ten days to show it.",
    ],
    action: { label: "See the plans", url: "{{siteUrl}}/#pricing" },
    why: WHY.account,
  },
  paidAfterEnd: {
    subject: `Your ${BRAND.name} payment of {{amount}} is refunded`,
    paragraphs: [
      "Your payment for {{product}} arrived after your subscription had ended, so we have refunded {{amount}} in full. Banks take five to ten days to show it.",
      "To continue, subscribe again: your license key works again on your computer.",
    ],
    action: { label: "Subscribe again", url: "{{siteUrl}}/checkout/subscription" },
    why: WHY.account,
  },
  paymentDisputed: {
    subject: `Your bank opened a dispute over your ${BRAND.name} payment of {{amount}}`,
    paragraphs: [
      "Your bank has taken back {{amount}} and opened a dispute. {{effect}}.",
      "If you did not request this, tell your bank that the payment is yours, and write to us. If you want your money back, write to us: a refund is faster than a dispute.",
    ],
    action: { label: "Open billing", url: "{{siteUrl}}/dashboard?tab=subscription" },
    why: WHY.account,
  },
  disputeSettled: {
    subject: `The dispute over your ${BRAND.name} payment is settled`,
    paragraphs: ["Your bank decided that the payment of {{amount}} stands. {{effect}}."],
    action: { label: "Open billing", url: "{{siteUrl}}/dashboard?tab=subscription" },
    why: WHY.account,
  },
  disputeLost: {
    subject: `Your ${BRAND.name} license ended after a dispute`,
    paragraphs: [
      "Your bank decided the dispute over {{amount}} in your favor. {{effect}}.",
      "You can buy again at any time.",
    ],
    action: { label: "See the plans", url: "{{siteUrl}}/#pricing" },
    why: WHY.account,
  },
  disputeOpened: {
    subject: "Dispute opened: {{amount}}",
    paragraphs: [
      "A customer's bank opened a dispute over {{amount}} ({{reason}}). {{effect}}.",
      "Evidence is due by {{dueBy}}. Dispute {{disputeId}}, payment {{paymentId}}, user {{userId}}.",
    ],
    why: WHY.operator,
  },
  inquiryOpened: {
    subject: "A bank asks about a payment of {{amount}}",
    paragraphs: [
      "A customer's bank asks about {{amount}} ({{reason}}). The money is still ours. {{effect}}: an answer may keep this from becoming a dispute.",
      "The answer is due by {{dueBy}}. Inquiry {{disputeId}}, payment {{paymentId}}, user {{userId}}.",
    ],
    why: WHY.operator,
  },
  keyReplaced: {
    subject: `Your ${BRAND.name} license key was replaced`,
    paragraphs: [
      "{{who}} replaced the license key that ended in {{oldEnd}} on {{when}}. The old key no longer activates any computer.",
      "Enter the new key on your computer. You can find it under Seats. {{offline}}",
      "If you did not request this, change your password and write to us.",
    ],
    action: { label: "Open your seats", url: "{{siteUrl}}/dashboard/seats" },
    why: WHY.account,
  },
  seatMoved: {
    subject: `Your ${BRAND.name} license moved to another computer`,
    paragraphs: [
      "The license key that ends in {{keyEnd}} was activated on {{computer}} on {{when}}.",
      "If this was not you, replace the key under Seats and change your password.",
    ],
    action: { label: "Open your seats", url: "{{siteUrl}}/dashboard/seats" },
    why: WHY.account,
  },
  operatorSignIn: {
    subject: `A sign-in to the ${BRAND.name} back office`,
    paragraphs: [
      "{{email}} {{what}} on {{at}}. Country: {{country}}. Browser: {{browser}}.",
      "If this was not you, end every session and reset the second factor at once: npm run operator:create -- --stage <stage> --reset-factor. The runbook says what to check next.",
    ],
    why: WHY.operator,
  },
  needsAttention: {
    subject: "{{what}}",
    paragraphs: ["{{details}}"],
    why: WHY.operator,
  },
};
