import { BRAND } from "#shared/brand.ts";
import type { TemplateName } from "#shared/mail/mail.ts";
import { AFFILIATE_TEMPLATES } from "./affiliateTemplates.ts";
import { BILLING_TEMPLATES } from "./billingTemplates.ts";
import { REFUND_TEMPLATES } from "./refundTemplates.ts";
import { type Template, WHY } from "./template.ts";
import { WAITING_TEMPLATES } from "./waitingTemplates.ts";

const DESK = { label: "Open the dispute", url: "{{siteUrl}}/admin/disputes/{{disputeId}}" };

const PLANS = { label: "See the plans", url: "{{siteUrl}}/dashboard/subscription" };

/**
 * All mails. Most are about the reader's own account, purchase, license or earnings, so the law requires no unsubscribe
 * link (docs/decisions/which-mail-is-sent-and-when.md). Incident mail and team invitations have one.
 */
export const TEMPLATES: Readonly<Record<TemplateName, Template>> = {
  ...AFFILIATE_TEMPLATES,
  ...BILLING_TEMPLATES,
  ...REFUND_TEMPLATES,
  ...WAITING_TEMPLATES,
  emailCode: {
    subject: `Confirm your ${BRAND.name} email address`,
    paragraphs: [
      "Enter this code to confirm your email address:",
      "The code expires in {{minutes}} minutes. If you did not request it, you can ignore this email.",
    ],
    code: "{{code}}",
    action: { label: "Enter the code", url: "{{siteUrl}}/confirm-email" },
    why: WHY.address,
  },
  newEmailCode: {
    subject: `Confirm your new ${BRAND.name} email address`,
    paragraphs: [
      "Enter this code on your account page to use this address from now on:",
      "The code expires in {{minutes}} minutes. If you did not request it, ignore this email and nothing changes.",
    ],
    code: "{{code}}",
    action: { label: "Open your account", url: "{{siteUrl}}/dashboard/account" },
    why: WHY.address,
  },
  recoveryCode: {
    subject: `Remove the second factor of your ${BRAND.name} account`,
    paragraphs: [
      "Enter this code to remove the second factor from your account:",
      "The code expires in {{minutes}} minutes. If you did not request it, someone has your recovery code: sign in and make a new one.",
    ],
    code: "{{code}}",
    why: WHY.account,
  },
  accountChanged: {
    subject: `Your ${BRAND.name} account: {{what}}`,
    paragraphs: [
      "{{details}}",
      "If this was not you, reset your password now and write to us. After a reset, nobody can use your account without the new password.",
    ],
    facts: [{ label: "When", value: "{{when}}" }],
    action: { label: "Reset your password", url: "{{siteUrl}}/forgot-password" },
    added: ["when"],
    why: WHY.account,
  },
  emailChanged: {
    subject: `Your ${BRAND.name} account: email address changed`,
    paragraphs: [
      "The email address of your account was changed. We sent this email to the previous address; from now on we write to the new one.",
      "If this was not you, reply to this email now. A password reset would go to the new address, so it would not help you.",
    ],
    facts: [{ label: "When", value: "{{when}}" }],
    why: WHY.account,
  },
  accountDeleted: {
    subject: `Your ${BRAND.name} account was deleted`,
    paragraphs: [
      "Your account was deleted as requested on {{askedOn}}. Its license keys no longer work, and any subscription has ended. Any card that you saved was removed at Stripe: you will not be charged again.",
      "The privacy page lists the records that we are required to keep. If you did not request this, write to us.",
    ],
    action: { label: "Read the privacy page", url: "{{siteUrl}}/privacy" },
    why: `Sent because this address belonged to an account at ${BRAND.name}.`,
  },
  accountSuspended: {
    subject: `Your ${BRAND.name} account is suspended`,
    paragraphs: [
      "We suspended your account. Your license keys don't work until we lift the suspension.",
      "You can still sign in to see your payments, cancel your subscription, and download or delete your data.",
      "If you think that this is a mistake, reply to this email.",
    ],
    facts: [
      { label: "Reason", value: "{{reason}}" },
      { label: "When", value: "{{when}}" },
    ],
    action: { label: "Open billing", url: "{{siteUrl}}/dashboard/subscription/manage" },
    why: WHY.account,
  },
  accountUnsuspended: {
    subject: `Your ${BRAND.name} account is no longer suspended`,
    paragraphs: [
      "We lifted the suspension. Your license keys work again, unless something else stops them: a payment that is due, an open dispute, or the end of a license.",
      "Your account shows the state of each key.",
    ],
    facts: [{ label: "When", value: "{{when}}" }],
    action: { label: "See your license keys", url: "{{siteUrl}}/dashboard/seats" },
    why: WHY.account,
  },
  welcome: {
    subject: `Welcome to ${BRAND.name}: your license key and three steps`,
    paragraphs: [
      "This is your free license key:",
      `1. Download ${BRAND.name} from your account and install it.`,
      "2. Open it, choose “Enter key” and paste your license key. Then paste your own provider keys, for text, voice and music. Your account has links to the providers.",
      "3. Paste the address of an article. The application starts your first video.",
    ],
    code: "{{licenseKey}}",
    action: { label: `Download ${BRAND.name}`, url: "{{siteUrl}}/dashboard" },
    link: { label: "See what a paid plan adds", url: "{{siteUrl}}/pricing" },
    why: WHY.account,
  },
  newSignIn: {
    subject: `New sign-in to your ${BRAND.name} account`,
    paragraphs: [
      "Someone signed in to your account from a browser or a country that we had not seen recently.",
      "If this was you, you can ignore this email. If not, reset your password now. A reset signs out every other browser.",
    ],
    facts: [
      { label: "Browser", value: "{{device}}" },
      { label: "Country", value: "{{place}}" },
      { label: "When", value: "{{at}}" },
    ],
    action: { label: "Reset your password", url: "{{siteUrl}}/forgot-password" },
    why: WHY.account,
  },
  disputeOpened: {
    subject: "Dispute opened: {{amount}}",
    paragraphs: [
      "A customer's bank opened a dispute over {{amount}} ({{reason}}). {{effect}}.",
      "{{#if dueBy}}Evidence is due by {{dueBy}}.{{else}}The bank accepts no evidence for this dispute.{{/if}} Dispute {{disputeId}}, payment {{paymentId}}, user {{userId}}.",
    ],
    action: DESK,
    why: WHY.operator,
  },
  inquiryOpened: {
    subject: "A bank asks about a payment of {{amount}}",
    paragraphs: [
      "A customer's bank asks about {{amount}} ({{reason}}). No money has moved. {{effect}}. An answer may keep this from becoming a dispute.",
      "{{#if dueBy}}The answer is due by {{dueBy}}.{{else}}The bank accepts no answer.{{/if}} Inquiry {{disputeId}}, payment {{paymentId}}, user {{userId}}.",
    ],
    action: DESK,
    why: WHY.operator,
  },
  keyReplaced: {
    subject: `Your ${BRAND.name} license key was replaced`,
    paragraphs: [
      "{{who}} replaced the license key ending in {{oldEnd}} on {{when}}. The old key no longer activates any computer.",
      "Enter the new key on your computer. You can find it under Seats. {{offline}}",
      "If your computer was lost or stolen, change your password on the Account tab. That signs out its browser, which could show the new key. Also revoke the provider keys that were on the computer. If you did not request this, change your password and write to us.",
    ],
    action: { label: "Open your seats", url: "{{siteUrl}}/dashboard/seats" },
    why: WHY.account,
  },
  seatMoved: {
    subject: `Your ${BRAND.name} license is on a new computer`,
    paragraphs: [
      "Your license key ending in {{keyEnd}} was activated on a new computer.",
      "If this was not you, replace the key under Seats and change your password.",
    ],
    facts: [
      { label: "Computer", value: "{{computer}}" },
      { label: "When", value: "{{when}}" },
    ],
    action: { label: "Open your seats", url: "{{siteUrl}}/dashboard/seats" },
    why: WHY.account,
  },
  trialBegun: {
    subject: `Your ${BRAND.name} free trial has begun`,
    paragraphs: [
      "Every feature works on {{computer}} until the trial ends.",
      "Then the same key continues with the free features. You don't need to cancel or activate anything, and nothing is charged.",
    ],
    facts: [{ label: "Trial ends", value: "{{endsAt}}" }],
    action: { label: `Open ${BRAND.name}`, url: "{{siteUrl}}/dashboard" },
    link: PLANS,
    why: WHY.account,
  },
  trialEnding: {
    subject: `Your ${BRAND.name} free trial ends on {{endsOn}}`,
    paragraphs: [
      "After your trial ends, your key continues with the free features. Nothing is charged, and there is nothing to cancel.",
      "To keep every feature, choose a plan, now or later.",
    ],
    facts: [{ label: "Trial ends", value: "{{endsAt}}" }],
    action: PLANS,
    why: WHY.account,
  },
  trialOver: {
    subject: `Your ${BRAND.name} free trial has ended`,
    paragraphs: [
      "Your trial ended on {{endedOn}}. Nothing was charged.",
      "Your key continues with the free features, and there is nothing to activate again. To get every feature back, choose a plan.",
    ],
    action: PLANS,
    why: WHY.account,
  },
  operatorSignIn: {
    subject: `A sign-in to the ${BRAND.name} back office`,
    paragraphs: [
      "{{email}} {{what}}.",
      "If you are {{email}} and this was not you, end every session and replace the password and the second factor at once: npm run operate -- operator:create --stage <stage> --reset-factor --reset-password. The runbook says what to check next.",
      "If {{email}} is someone you invited, ask them. If it was not them either, remove them under System Settings.",
    ],
    facts: [
      { label: "When", value: "{{at}}" },
      { label: "Country", value: "{{country}}" },
      { label: "Browser", value: "{{browser}}" },
    ],
    action: { label: "Open the audit log", url: "{{siteUrl}}/admin/audit" },
    why: WHY.operator,
  },
  readerInvited: {
    subject: `You can view the ${BRAND.name} back office`,
    paragraphs: [
      "{{inviter}} invited you to the back office. You can view everything there except whole license keys, and you can export lists. You cannot change anything.",
      "Sign in as {{email}} with this temporary password. You then choose your own password and, if we ask for it, set up an authenticator app.",
      "The password works for {{hours}} hours. If you did not expect this invitation, ignore this email.",
    ],
    code: "{{password}}",
    action: { label: "Open the back office", url: "{{siteUrl}}/admin" },
    why: WHY.address,
  },
  incident: {
    subject: `${BRAND.name}, {{state}}: {{title}}`,
    paragraphs: ["{{message}}"],
    facts: [
      { label: "Affected", value: "{{affected}}" },
      { label: "State", value: "{{state}}" },
      { label: "Posted", value: "{{at}}" },
    ],
    action: { label: "Open the status page", url: "{{siteUrl}}/status" },
    link: { label: "Turn off email about incidents", url: "{{siteUrl}}/dashboard/account#notifications" },
    why: `Sent because you have a license key for ${BRAND.name}.`,
  },
  needsAttention: {
    subject: "{{what}}",
    paragraphs: ["{{details}}"],
    action: { label: "Open the back office", url: "{{siteUrl}}/admin{{page}}" },
    added: ["page"],
    why: WHY.operator,
  },
};
