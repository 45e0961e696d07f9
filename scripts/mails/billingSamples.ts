import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { inMoney } from "#shared/words.ts";
import type { Samples } from "./sample.ts";

const MONTH = inMoney(CATALOG.monthly.price);
const YEAR = inMoney(CATALOG.yearly.price);
const MONTHLY = { amount: MONTH, product: CATALOG.monthly.name };
const LIFETIME = { amount: inMoney(CATALOG.lifetime.price), product: CATALOG.lifetime.name };
const PAID_ON = "November 25, 2026";
const INVOICE_URL = "https://invoice.stripe.com/i/sample";

const WITHDRAWAL = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  contract: "Yearly plan, invoice QX41-0007",
  receivedAt: "November 25, 2026 at 9:05 AM UTC",
  answerBy: "December 9, 2026 at 9:05 AM UTC",
  reference: "3f0c8a52",
};

export const BILLING_SAMPLES = {
  licenseKey: {
    monthly: {
      ...MONTHLY,
      licenseKey: "7K3MQ-AB2CD-EF3GH-JK4MN-PJ5ZE",
      tax: "$4.79",
      number: "QX41-0007",
      paidOn: PAID_ON,
      invoiceUrl: INVOICE_URL,
      refundUntil: "December 25, 2026",
    },
    lifetime: {
      ...LIFETIME,
      licenseKey: "7K3MQ-AB2CD-EF3GH-JK4MN-PJ5ZE",
      tax: "",
      number: "QX41-0008",
      paidOn: PAID_ON,
      invoiceUrl: INVOICE_URL,
      refundUntil: "December 25, 2026",
    },
  },
  receipt: {
    "": {
      ...MONTHLY,
      tax: "$4.79",
      number: "QX41-0009",
      paidOn: PAID_ON,
      paidUntil: "December 25, 2026",
      invoiceUrl: INVOICE_URL,
    },
  },
  paymentFailed: {
    grace: {
      ...MONTHLY,
      dueSince: PAID_ON,
      nextTry: "November 28, 2026 at 9:05 AM UTC",
      consequence: "The application keeps working until December 9, 2026.",
      invoiceUrl: INVOICE_URL,
    },
    stopped: {
      ...MONTHLY,
      dueSince: "November 3, 2026",
      consequence:
        "The application has stopped. Once you have paid, it works again with the same key on the same computer.",
      invoiceUrl: INVOICE_URL,
    },
  },
  paymentToConfirm: {
    "": {
      ...MONTHLY,
      dueSince: PAID_ON,
      consequence: "The application keeps working until December 9, 2026.",
      invoiceUrl: INVOICE_URL,
    },
  },
  subscriptionEnding: {
    "": {
      endsOn: "December 25, 2026",
      payment: "Until then everything works as before. You will not be charged again.",
    },
    "one more payment": {
      endsOn: "January 10, 2027",
      payment:
        "Until then everything works as before. One more payment, for the days until then, is due on December 25, 2026.",
    },
    suspended: {
      endsOn: "December 25, 2026",
      payment: "You will not be charged again.",
      suspended: "yes",
    },
  },
  refundRequested: {
    "": { ...WITHDRAWAL, amount: LIFETIME.amount },
    "offline license": { ...WITHDRAWAL, amount: LIFETIME.amount, leaseUntil: "January 3, 2027, 10:00 UTC" },
  },
  withdrawalReceived: { "": WITHDRAWAL },
  withdrawalWaits: { "": WITHDRAWAL },
  teamInvitation: {
    "": {
      owner: "Ada Lovelace (ada@example.com)",
      email: "grace@example.com",
      until: "December 9, 2026",
      invitationUrl: `${BRAND.siteUrl}/join-team#3f0c8a52.7d1b.sample`,
      refusalUrl: `${BRAND.siteUrl}/refuse-invitations#3f0c.sample`,
    },
  },
  teamSeatEnding: { "": { endsOn: "December 25, 2026 at 9:05 AM UTC" } },
  teamSeatEnded: { "": { when: "November 25, 2026 at 9:05 AM UTC" } },
  renewalAfterPause: {
    "": { amount: YEAR, card: "Visa ending 4242", chargedOn: "December 2, 2026 at 9:05 AM UTC" },
  },
  renewalAhead: {
    "": {
      amount: YEAR,
      card: "Visa ending 4242",
      chargedOn: "December 25, 2026 at 9:05 AM UTC",
      period: "year",
    },
  },
  planChanging: {
    "": {
      plan: "yearly",
      nextPlan: "monthly",
      changesOn: "November 25, 2027",
      amount: MONTH,
      interval: "month",
    },
  },
  subscriptionEnded: {
    "": { endedOn: PAID_ON },
    suspended: {
      endedOn: PAID_ON,
      next: `Your account is suspended. To use ${BRAND.name} again, write to us.`,
      suspended: "yes",
    },
  },
  refunded: {
    "": {
      amount: MONTH,
      refundedOn: PAID_ON,
      paidOn: "November 3, 2026",
      consequence: "This subscription and its license have ended. You will not be charged for it again.",
    },
  },
  refundFailed: {
    "": {
      amount: MONTH,
      paidOn: "November 3, 2026",
      effect:
        "The license that ended with it works again until December 3, 2026. The subscription stays canceled.",
    },
  },
  creditOver: { "": { ...LIFETIME, amount: "$3,982.58", paidOn: PAID_ON } },
  soldOutWhilePaying: { "": { ...LIFETIME, paidOn: PAID_ON } },
  unitOffered: { "": { ...LIFETIME, until: "November 26, 2026 at 9:05 AM UTC" } },
  unitRanOut: { "": { ...LIFETIME, until: "November 26, 2026 at 9:05 AM UTC" } },
  waitingListEnded: { "": { ...LIFETIME, joinedOn: "November 3, 2026" } },
  paymentRefused: { "": { ...MONTHLY, orderedOn: "November 18, 2026" } },
  paidAfterEnd: { "": { ...MONTHLY, paidOn: PAID_ON } },
  paymentDisputed: {
    "": {
      amount: MONTH,
      paidOn: "November 3, 2026",
      effect: "The license is suspended and no further payment is collected until the bank decides",
    },
  },
  disputeSettled: {
    "": {
      amount: MONTH,
      paidOn: "November 3, 2026",
      effect: "Your license works again and your subscription continues",
    },
  },
  disputeLost: {
    "": {
      amount: MONTH,
      paidOn: "November 3, 2026",
      effect: "This subscription and its license ended. You will not be charged for it again",
    },
  },
} as const satisfies Record<string, Samples>;
