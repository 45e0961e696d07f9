import { BRAND } from "#shared/brand.ts";
import { SAME_KEY, STAYS } from "#shared/words.ts";
import { SUBSCRIBE_AGAIN, type Template, WHY } from "./template.ts";

const PAID: Template["facts"] = [
  { label: "{{product}}", value: "{{amount}}" },
  { label: "Paid from your balance", value: "{{balance}}" },
  { label: "Tax included", value: "{{tax}}" },
  { label: "Paid on", value: "{{paidOn}}" },
  { label: "Invoice", value: "{{number}}" },
];

const DUE: Template["facts"] = [
  { label: "{{product}}", value: "{{amount}}" },
  { label: "Due since", value: "{{dueSince}}" },
  { label: "Next attempt", value: "{{nextTry}}" },
];

const TO_CHARGE: Template["facts"] = [
  { label: "Amount", value: "{{amount}}" },
  { label: "Charged on", value: "{{chargedOn}}" },
];

export const BILLING_TEMPLATES = {
  licenseKey: {
    subject: `Your ${BRAND.name} license key and receipt`,
    paragraphs: [
      "Thank you. We received {{amount}} for {{product}}. This is your license key:",
      `Download ${BRAND.name} from your account, open it, choose “Enter key” and paste your license key. The application activates immediately. You can move the license to another computer from your account.`,
      "{{#if credit}}{{credit}} for unused days of your subscription came off the price, and the subscription has ended. Your license key is the same as before.{{/if}}",
      "{{#if refundUntil}}If you change your mind, you can get a full refund until {{refundUntil}}, for any reason. Reply to this email, or open Subscription in your account and choose “Open Management”.{{/if}}",
      "To withdraw from the contract: {{siteUrl}}/withdraw",
    ],
    code: "{{licenseKey}}",
    facts: PAID,
    action: { label: `Download ${BRAND.name}`, url: "{{siteUrl}}/dashboard" },
    link: { label: "Open the invoice", url: "{{invoiceUrl}}" },
    added: ["tax", "number", "invoiceUrl", "refundUntil", "paidOn", "credit", "balance"],
    why: WHY.account,
  },
  receipt: {
    subject: `Your ${BRAND.name} receipt {{number}}`,
    paragraphs: [
      "We received {{amount}} for {{product}}.{{#if paidUntil}} Your subscription is paid until {{paidUntil}}.{{/if}}{{#if paidFor}} This pays for the period that ended on {{paidFor}}.{{/if}}",
      "{{#if refundUntil}}You can get this payment back until {{refundUntil}} if you have made {{videos}} since the renewal. Open Subscription in your account and choose “Open Management”.{{/if}}",
      "To withdraw from the contract: {{siteUrl}}/withdraw",
    ],
    facts: PAID,
    action: { label: "Open the invoice", url: "{{invoiceUrl}}" },
    link: { label: "See all your invoices", url: "{{siteUrl}}/dashboard?tab=billing" },
    added: ["tax", "paidOn", "balance", "refundUntil", "videos", "paidFor"],
    why: WHY.account,
  },
  paymentFailed: {
    subject: `Your ${BRAND.name} payment did not go through`,
    paragraphs: [
      "Your bank declined {{amount}} for {{product}}. {{consequence}}",
      "Update your payment method to pay now. It takes a minute.",
    ],
    facts: DUE,
    action: { label: "Fix payment", url: "{{siteUrl}}/dashboard?tab=billing" },
    link: { label: "Open the invoice", url: "{{invoiceUrl}}" },
    added: ["invoiceUrl", "dueSince", "nextTry"],
    why: WHY.account,
  },
  paymentToConfirm: {
    subject: `Your bank asks you to confirm your ${BRAND.name} payment`,
    paragraphs: [
      "Your bank asks you to confirm a payment of {{amount}} for {{product}}. You are not charged until you do. {{consequence}}",
      "Open the invoice and pay it. Your bank then asks you to confirm.",
    ],
    facts: DUE,
    action: { label: "Confirm the payment", url: "{{invoiceUrl}}" },
    link: { label: "Use another payment method", url: "{{siteUrl}}/dashboard?tab=billing" },
    added: ["dueSince", "nextTry"],
    why: WHY.account,
  },
  paymentRefused: {
    subject: `Your bank refused your ${BRAND.name} payment`,
    paragraphs: [
      "On {{orderedOn}} you ordered {{product}}. Your bank refused the payment of {{amount}}. You were not charged, and the order is canceled.",
      "To order again, choose a plan and another payment method.",
    ],
    action: { label: "See the plans", url: "{{siteUrl}}/#pricing" },
    why: WHY.account,
  },
  teamInvitation: {
    subject: `Your ${BRAND.name} team invitation from {{owner}}`,
    paragraphs: [
      `You are invited to a team that uses ${BRAND.name}. {{owner}} pays for your seat. Accept the invitation by {{until}} and you get a separate license key for one computer. You pay nothing.`,
      "Sign in or sign up with this address, {{email}}, to accept. If you do not know the sender, ignore this email and nothing happens.",
    ],
    action: { label: "Accept the invitation", url: "{{invitationUrl}}" },
    link: { label: "Refuse more invitations", url: "{{refusalUrl}}" },
    added: ["refusalUrl"],
    why: WHY.address,
  },
  teamSeatEnding: {
    subject: `Your ${BRAND.name} team seat ends on {{endsOn}}`,
    paragraphs: [
      "Your team's subscription is set to end on {{endsOn}}. Your license key works until then, and longer if the person who pays keeps the subscription. Your account and your videos stay yours.",
    ],
    action: { label: "See your license keys", url: "{{siteUrl}}/dashboard/seats" },
    why: WHY.account,
  },
  teamSeatEnded: {
    subject: `Your ${BRAND.name} team seat has ended`,
    paragraphs: [
      "The person who pays for your team has taken back your seat, or no longer pays for it. The seat's license key no longer activates any computer. On a computer that uses the key, the application stops at its next check.",
      "If that is a mistake, ask the person who invited you. Your account and your videos stay yours.",
    ],
    facts: [{ label: "When", value: "{{when}}" }],
    action: { label: "See your license keys", url: "{{siteUrl}}/dashboard/seats" },
    why: WHY.account,
  },
  subscriptionEnding: {
    subject: `Your ${BRAND.name} subscription ends on {{endsOn}}`,
    paragraphs: [
      "Your subscription is set to end on {{endsOn}}. {{payment}}",
      "{{#unless suspended}}{{#unless final}}If you change your mind, you can keep your subscription with one click.{{/unless}}{{/unless}}",
    ],
    action: { label: "Manage subscription", url: "{{siteUrl}}/dashboard?tab=subscription" },
    added: ["suspended", "final"],
    why: WHY.account,
  },
  subscriptionEnded: {
    subject: `Your ${BRAND.name} subscription has ended`,
    paragraphs: [
      `{{#if endedOn}}Your subscription ended on {{endedOn}}{{else}}Your subscription has ended{{/if}}, and its license key no longer works. You will not be charged for it again. On a computer that uses the key, the application stops at its next check. ${STAYS}`,
      `{{#if next}}{{next}}{{else}}${SAME_KEY}{{/if}}`,
    ],
    action: SUBSCRIBE_AGAIN,
    added: ["endedOn", "next", "suspended", "owned"],
    why: WHY.account,
  },
  planChanging: {
    subject: `Your ${BRAND.name} plan changes on {{changesOn}}`,
    paragraphs: [
      "Your {{plan}} plan is paid until {{changesOn}}. It then changes to {{nextPlan}}, and you pay {{amount}} each {{interval}}.",
      "If you change your mind, you can cancel this change until then.",
    ],
    action: { label: "Manage subscription", url: "{{siteUrl}}/dashboard?tab=subscription" },
    why: WHY.account,
  },
  renewalAfterPause: {
    subject: `Your ${BRAND.name} subscription renews on {{chargedOn}}`,
    paragraphs: [
      "Your license works again. Your subscription was due for renewal while it was paused, and we charged nothing then.",
      "We charge {{amount}} to your {{card}} on {{chargedOn}}. If you cancel before then, you pay nothing.",
    ],
    facts: TO_CHARGE,
    action: { label: "Manage subscription", url: "{{siteUrl}}/dashboard?tab=subscription" },
    why: WHY.account,
  },
  renewalAhead: {
    subject: `Your ${BRAND.name} subscription renews on {{chargedOn}}`,
    paragraphs: [
      "We charge {{amount}} to your {{card}} on {{chargedOn}}, for another {{period}}. If you cancel before that date, you pay nothing more, and your license works until that date.",
    ],
    facts: TO_CHARGE,
    action: { label: "Manage or cancel", url: "{{siteUrl}}/dashboard/subscription/manage" },
    why: WHY.account,
  },
} as const satisfies Record<string, Template>;
