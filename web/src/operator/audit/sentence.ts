import type { AuditEntry } from "#shared/audit/entry.ts";
import { money } from "../../ui/format.ts";

type Fields = Readonly<Record<string, unknown>>;
type Words = string | ((after: Fields) => string);

/** In the past tense, without the object, which the page or the list shows. */
const SENTENCES: Readonly<Record<string, Words>> = {
  "accounts/addNote": "Added a note",
  "accounts/changeCustomerEmail": "Changed the email address",
  "customers/deleteCustomer": "Deleted the account",
  "customers/exportCustomer": "Exported the customer's data",
  "accounts/resumeMail": "Allowed mail to the address",
  "accounts/sendPasswordReset": "Sent a password reset",
  "customers/suspendUser": ({ suspended }) =>
    suspended === false ? "Lifted the suspension" : "Suspended the account",
  "referrals/createDestination": "Created an affiliate destination",
  "affiliates/halt": ({ status, is_active }) =>
    status === "active" || is_active === true ? "Reactivated the affiliate" : "Suspended the affiliate",
  "referrals/saveConsentCountries": "Changed where the affiliate cookie needs consent",
  "affiliates/setCommissionRate": "Changed the commission rate",
  "referrals/updateDestination": "Changed an affiliate destination",
  "apiKeys/call": ({ call }) => `Called ${String(call)} with an API key`,
  "apiKeys/createApiKey": ({ name }) => `Created the API key${named(name)}`,
  "apiKeys/revokeApiKey": ({ name }) => `Revoked the API key${named(name)}`,
  "disputes/acceptDispute": "Accepted a dispute",
  "disputes/answerDispute": "Answered a dispute",
  "subscriptions/changeSubscription": "Changed when the subscription ends",
  "discounts/createDiscountCode": "Created a discount code",
  "discounts/endDiscountCode": "Ended a discount code",
  "refunds/refundPayment": ({ amountCents }) =>
    typeof amountCents === "number" ? `Refunded ${money(amountCents)}` : "Refunded a payment",
  "reconciliation/replayEvent": "Replayed a Stripe event",
  "refunds/answerWithdrawal": "Answered a withdrawal",
  "refunds/requestRefund": "Refunded under the guarantee",
  "checkout/saveCreditSettings": "Changed the credit for unused days",
  "catalog/savePlanSettings": "Changed what is sold",
  "refunds/saveRefundLimits": "Changed the limits of the guarantee",
  "reconciliation/syncCustomer": "Synced with Stripe",
  "insights/exportList": "Exported a list",
  "insights/recordExport": "Exported a list",
  "licenses/assignLicenseKey": "Assigned a key",
  "licenses/createLicenseKey": "Generated a key",
  "licenses/extendKey": "Extended a key",
  "licenses/reactivateKey": "Switched a key on",
  "licenses/replaceCustomerKey": "Replaced a key",
  "licenses/resetSwaps": "Reset today's swaps of a key",
  "licenses/revokeKey": "Switched a key off",
  "licenses/setEntitlements": "Set the entitlements of a key",
  "licenses/showKey": "Viewed a full key",
  "licenses/unassignLicenseKey": "Unassigned a key",
  "mail/resendMail": "Resent a mail",
  "mail/stopMailing": ({ title }) => `Stopped the mail about the incident${named(title)}`,
  "operator:remove": "Removed an operator",
  "payouts/approve": "Approved a payout",
  "payouts/cancel": "Canceled a payout",
  "payouts/distributeWeekly": ({ status }) =>
    `${status === "held" ? "Held" : "Ran"} the weekly payout distribution`,
  "payouts/reject": "Rejected a payout request",
  "payouts/runCalc": "Ran the payout calculation",
  "payouts/runDistribute": "Ran the payout distribution",
  "payouts/transfer": "Transferred a payout",
  "promotions/removeWaiting": "Removed an entry of the waiting list",
  "promotions/savePromotions": "Changed the offer",
  "security/resolveAlert": "Resolved a security alert",
  "status/linkPostmortem": ({ title, postmortem_url }) =>
    `${postmortem_url === null ? "Removed the post-mortem of" : "Linked the post-mortem of"} the incident${named(title)}`,
  "status/openIncident": ({ title, mailed }) =>
    mailedAbout(title, mailed) ?? `Opened the incident${named(title)}`,
  "status/saveBoard": "Changed the status board",
  "status/updateIncident": ({ state, title, mailed }) =>
    mailedAbout(title, mailed) ??
    `${state === "resolved" ? "Resolved" : "Updated"} the incident${named(title)}`,
};

const named = (title: unknown): string => (typeof title === "string" ? ` “${title}”` : "");

const mailedAbout = (title: unknown, mailed: unknown): string | undefined =>
  typeof mailed === "number"
    ? `Mailed ${mailed} ${mailed === 1 ? "customer" : "customers"} about the incident${named(title)}`
    : undefined;

/** For the audit log and the customer's timeline. An unknown action keeps its name. */
export function sentenceOf({ action, after }: Pick<AuditEntry, "action" | "after">): string {
  const words = SENTENCES[action];
  if (words === undefined) return action;
  const { refused, asked, ...fields } = fieldsOf(after);
  const said = typeof words === "string" ? words : words({ ...fields, ...fieldsOf(asked) });
  if (typeof refused === "string") return `${said}: refused. ${refused}`;
  return asked === undefined ? said : `${said}: requested`;
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? { ...value } : {};
