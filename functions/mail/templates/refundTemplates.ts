import { BRAND } from "#shared/brand.ts";
import { SUBSCRIBE_AGAIN, type Template, WHY } from "./template.ts";

const DECLARED: Template["facts"] = [
  { label: "Name", value: "{{name}}" },
  { label: "Address", value: "{{email}}" },
  { label: "Contract", value: "{{contract}}" },
  { label: "Received", value: "{{receivedAt}}" },
  { label: "Reference", value: "{{reference}}" },
];

const REFUNDED: Template["facts"] = [
  { label: "Refund", value: "{{amount}}" },
  { label: "Payment of", value: "{{paidOn}}" },
];

const DISPUTED: Template["facts"] = [
  { label: "Amount", value: "{{amount}}" },
  { label: "Paid on", value: "{{paidOn}}" },
];

export const REFUND_TEMPLATES = {
  refundRequested: {
    subject: `We received your request for a refund of your ${BRAND.name} payment`,
    paragraphs: [
      "You requested {{amount}} back. We review this request and answer by {{answerBy}} at the latest. Until then your license works as before.",
      "{{#if leaseUntil}}An offline license works until {{leaseUntil}}. When it has ended, you can also get the refund at once in your account, as long as the guarantee lasts.{{/if}}",
      "You keep every right that the law gives you, such as the right to withdraw from the contract. If this was not you, reply to this email now.",
    ],
    facts: DECLARED,
    action: { label: "See your request", url: "{{siteUrl}}/dashboard/subscription/manage" },
    why: WHY.account,
  },
  withdrawalReceived: {
    subject: `We received your withdrawal from your ${BRAND.name} contract`,
    paragraphs: [
      "You declared that you withdraw from this contract. This email confirms what we received and when.",
      "We answer by {{answerBy}} at the latest and refund what the law requires. If this was not you, reply to this email now.",
    ],
    facts: DECLARED,
    why: WHY.account,
  },
  withdrawalWaits: {
    subject: "A withdrawal waits for your answer, due {{answerBy}}",
    paragraphs: [
      "Someone withdrew from a contract, or requested a refund that needs your decision. The Withdrawals page shows what to refund.",
    ],
    facts: DECLARED,
    action: { label: "Answer it", url: "{{siteUrl}}/admin/withdrawals" },
    why: WHY.operator,
  },
  refunded: {
    subject: `Your ${BRAND.name} refund of {{amount}}`,
    paragraphs: [
      "We refunded {{amount}} to your payment method. Most banks show it within five to ten days.",
      "{{consequence}}",
    ],
    facts: [
      { label: "Refund", value: "{{amount}}" },
      { label: "Sent on", value: "{{refundedOn}}" },
      { label: "Payment of", value: "{{paidOn}}" },
    ],
    action: { label: "Open billing", url: "{{siteUrl}}/dashboard?tab=subscription" },
    added: ["refundedOn", "paidOn"],
    why: WHY.account,
  },
  refundFailed: {
    subject: `Your ${BRAND.name} refund of {{amount}} was returned to us`,
    paragraphs: [
      "Your refund of {{amount}} did not reach you: the money is back with us. {{effect}}",
      "Reply to this email and tell us how to send you the money.",
    ],
    facts: REFUNDED,
    action: { label: "Open billing", url: "{{siteUrl}}/dashboard?tab=subscription" },
    added: ["paidOn"],
    why: WHY.account,
  },
  soldOutWhilePaying: {
    subject: `${BRAND.name}: the offer sold out while you were paying`,
    paragraphs: [
      "Your payment for {{product}} arrived after your reservation expired, and the last unit was already sold.",
      "We are sorry. We have refunded {{amount}} in full. Most banks show it within five to ten days.",
    ],
    facts: REFUNDED,
    action: { label: "See the plans", url: "{{siteUrl}}/#pricing" },
    added: ["paidOn"],
    why: WHY.account,
  },
  creditOver: {
    subject: `${BRAND.name}: your lifetime purchase is refunded`,
    paragraphs: [
      "The price of {{product}} was reduced for unused days of your subscription. Before your payment for {{product}} arrived, your subscription changed, or a payment for the subscription was returned to you. The reduced price therefore no longer applied.",
      "We have refunded {{amount}} in full. Most banks show it within five to ten days. The refund changes nothing about your subscription.",
    ],
    facts: REFUNDED,
    action: { label: "Open the checkout", url: "{{siteUrl}}/checkout" },
    added: ["paidOn"],
    why: WHY.account,
  },
  paidAfterEnd: {
    subject: `Your ${BRAND.name} payment of {{amount}} is refunded`,
    paragraphs: [
      "Your payment for {{product}} arrived after your subscription ended, so we have refunded {{amount}} in full. Most banks show it within five to ten days.",
      "{{#if next}}{{next}}{{else}}To continue, subscribe again. Your license key will then work again on your computer.{{/if}}",
    ],
    facts: REFUNDED,
    action: SUBSCRIBE_AGAIN,
    added: ["paidOn", "next", "suspended", "owned"],
    why: WHY.account,
  },
  paymentDisputed: {
    subject: `Your bank opened a dispute over your ${BRAND.name} payment of {{amount}}`,
    paragraphs: [
      "Your bank has taken back {{amount}} and opened a dispute. {{effect}}.",
      "If you did not open the dispute, tell your bank that the payment is yours, and write to us. If you want to keep the money, write to us too: we can accept the dispute, so that it ends sooner.",
    ],
    facts: DISPUTED,
    action: { label: "Open billing", url: "{{siteUrl}}/dashboard?tab=subscription" },
    added: ["paidOn"],
    why: WHY.account,
  },
  disputeSettled: {
    subject: `The dispute over your ${BRAND.name} payment is settled`,
    paragraphs: ["The dispute over {{amount}} is settled, and your payment counts again. {{effect}}."],
    facts: DISPUTED,
    action: { label: "Open billing", url: "{{siteUrl}}/dashboard?tab=subscription" },
    added: ["paidOn"],
    why: WHY.account,
  },
  disputeLost: {
    subject: `The dispute over your ${BRAND.name} payment is closed`,
    paragraphs: [
      "The dispute over {{amount}} is closed, and you keep the money. {{effect}}.",
      "{{#if next}}{{next}}{{else}}You can buy again at any time.{{/if}}",
    ],
    facts: DISPUTED,
    action: {
      label: "See the plans",
      url: "{{#unless suspended}}{{#unless owned}}{{siteUrl}}/#pricing{{/unless}}{{/unless}}",
    },
    added: ["paidOn", "next", "suspended", "owned"],
    why: WHY.account,
  },
} as const satisfies Record<string, Template>;
