import type { AuditEntry } from "#shared/audit/entry.ts";
import { money, percent, words } from "../../ui/format.ts";

type Fields = Readonly<Record<string, unknown>>;
/** @param id of the subject */
type Words = string | ((after: Fields, id: string) => string);

/** What each action did. Most sentences do not name the customer, the key or the payment: the page shows them. */
const SENTENCES: Readonly<Record<string, Words>> = {
  "accounts/addNote": "Added a note",
  "accounts/changeCustomerEmail": "Changed the email address",
  "customers/deleteCustomer": "Deleted the account",
  "customers/exportCustomer": "Exported the customer's data",
  "accounts/inviteReader": ({ email }) => `Invited ${String(email)} to view the back office`,
  "accounts/removeReader": ({ email }) => `Removed ${String(email)} from the back office`,
  "accounts/resumeMail": "Allowed mail to the address",
  "accounts/sendPasswordReset": "Sent a password reset",
  "customers/suspendUser": ({ suspended }) =>
    suspended === false ? "Lifted the suspension" : "Suspended the account",
  "referrals/createDestination": ({ name }) => `Created the destination${named(name)}`,
  "affiliates/halt": ({ status, is_active }) =>
    status === "active" || is_active === true ? "Reactivated the affiliate" : "Suspended the affiliate",
  "referrals/saveConsentCountries": "Changed where the affiliate cookie needs consent",
  "affiliates/setCommissionRate": ({ rateBasisPoints: rate }) =>
    `Changed the commission rate${typeof rate === "number" ? ` to ${percent(rate)}` : ""}`,
  "referrals/updateDestination": ({ name }) => `Changed the destination${named(name)}`,
  "apiKeys/call": ({ call }) => `Called ${String(call)} with an API key`,
  "apiKeys/createApiKey": ({ name }) => `Created the API key${named(name)}`,
  "apiKeys/revokeApiKey": ({ name }) => `Revoked the API key${named(name)}`,
  "disputes/acceptDispute": "Accepted a dispute",
  "disputes/answerDispute": "Answered a dispute",
  "subscriptions/changeSubscription": "Changed when the subscription ends",
  "discounts/createDiscountCode": (_, code) => `Created the discount code ${code}`,
  "discounts/endDiscountCode": (_, code) => `Ended the discount code ${code}`,
  "refunds/refundPayment": ({ amountCents }) =>
    typeof amountCents === "number" ? `Refunded ${money(amountCents)}` : "Refunded a payment",
  "reconciliation/replayEvent": "Replayed a Stripe event",
  "refunds/answerWithdrawal": "Answered a withdrawal",
  "refunds/requestRefund": "Refunded at the customer's request",
  "checkout/saveCreditSettings": "Changed the credit for unused days",
  "catalog/savePlanSettings": "Changed what is sold",
  "refunds/saveRefundLimits": "Changed the limits of customers' refunds",
  "reconciliation/syncCustomer": "Synced with Stripe",
  "insights/exportList": (_, list) => `Exported the list: ${words(list)}`,
  "insights/recordExport": (_, list) => `Exported the list: ${words(list)}`,
  "licenses/assignLicenseKey": "Assigned a key",
  "licenses/createLicenseKey": ({ duration }) =>
    `Generated a ${typeof duration === "string" ? `${duration} ` : ""}key`,
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
  "payouts/approve": ({ amountCents }) => `Approved a payout${worth(amountCents)}`,
  "payouts/cancel": ({ amountCents }) => `Canceled a payout${worth(amountCents)}`,
  "payouts/distributeWeekly": ({ status }) =>
    `${status === "held" ? "Held" : "Ran"} the weekly payout distribution`,
  "payouts/reject": ({ requestedCents }) => `Rejected a payout request${worth(requestedCents)}`,
  "payouts/runCalc": "Ran the payout calculation",
  "payouts/runDistribute": "Ran the payout distribution",
  "payouts/saveRunLimit": ({ max_scheduled_cents: cents }) =>
    `Changed the limit of the weekly payouts${typeof cents === "number" ? ` to ${money(cents)}` : ""}`,
  "payouts/transfer": ({ amountCents, status }) =>
    `${status === "paid" ? "Transferred" : "Tried to transfer"} a payout${worth(amountCents)}`,
  "promotions/removeWaiting": "Removed an entry from the waiting list",
  "promotions/savePromotions": "Changed the offer",
  "release:halt": (_, version) => `Halted version ${version}`,
  "release:publish": ({ percent: share }, version) => `Published version ${version}${offeredTo(share)}`,
  "release:resume": ({ percent: share }, version) => `Resumed version ${version}${offeredTo(share)}`,
  "security/resolveAlert": "Resolved a security alert",
  "status/linkPostmortem": ({ title, postmortem_url }) =>
    `${postmortem_url === null ? "Removed the post-mortem of" : "Linked the post-mortem of"} the incident${named(title)}`,
  "status/openIncident": ({ title, mailed }) =>
    mailedAbout(title, mailed) ?? `Opened the incident${named(title)}`,
  "status/saveBoard": "Saved the status board",
  "status/updateIncident": ({ state, title, mailed }) =>
    mailedAbout(title, mailed) ??
    `${state === "resolved" ? "Resolved" : "Updated"} the incident${named(title)}`,
};

const named = (title: unknown): string => (typeof title === "string" ? ` “${title}”` : "");

const worth = (cents: unknown): string => (typeof cents === "number" ? ` of ${money(cents)}` : "");

const offeredTo = (share: unknown): string =>
  typeof share === "number" && share < 100 ? ` for ${share}% of the computers` : "";

const mailedAbout = (title: unknown, mailed: unknown): string | undefined =>
  typeof mailed === "number"
    ? `Mailed ${mailed} ${mailed === 1 ? "customer" : "customers"} about the incident${named(title)}`
    : undefined;

type Said = Pick<AuditEntry, "action" | "after"> & { subject?: string; email?: string | null };

/** Says what an entry's action did, with the address if the entry has one. An unknown action keeps its name. */
export function sentenceOf({ action, after, subject = "", email = null }: Said): string {
  const said = SENTENCES[action];
  if (said === undefined) return action;
  const { refused, asked, ...fields } = fieldsOf(after);
  const id = subject.slice(subject.indexOf("#") + 1);
  const what = typeof said === "string" ? said : said({ ...fields, ...fieldsOf(asked) }, id);
  const sentence = email === null ? what : `${what} for ${email}`;
  if (typeof refused === "string") return `${sentence}: refused. ${refused}`;
  return asked === undefined ? sentence : `${sentence}: requested`;
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? { ...value } : {};
