import { COMMISSION_MONTHS, HOLD_DAYS } from "#shared/affiliates/commission.ts";
import { BRAND } from "#shared/brand.ts";
import { SMALLEST_REQUEST_CENTS } from "#shared/payouts/request.ts";
import { type Template, WHY } from "./template.ts";

const URL = "{{siteUrl}}/dashboard/affiliate";
const SEE = { label: "Open your affiliate page", url: URL };
const why = WHY.affiliate;
const SMALLEST = `$${SMALLEST_REQUEST_CENTS / 100}`;

export const AFFILIATE_TEMPLATES = {
  affiliateWelcome: {
    subject: `Welcome to the ${BRAND.name} affiliate program`,
    paragraphs: [
      `You joined the affiliate program on {{joinedOn}}. Your code is {{code}}. You earn {{rate}} of what the customers you refer pay before tax: once for a lifetime license, and for the first ${COMMISSION_MONTHS} months of a subscription.`,
      `We hold each commission for ${HOLD_DAYS.subscription} days after the payment (${HOLD_DAYS.lifetime} days for a lifetime license), in case the customer gets a refund. The minimum payout is ${SMALLEST}.`,
      "Your affiliate page has your links. To be paid, connect a Stripe account there.",
    ],
    action: SEE,
    why,
  },
  affiliateFirstCommission: {
    subject: "Your first commission: {{amount}}",
    paragraphs: [
      "A customer you referred paid {{sale}}. Your commission is {{amount}}.",
      "It becomes available on {{payableOn}}. If a refund or a lost dispute returns money to the customer, we deduct the commission on that money.",
      `You can request a payout once ${SMALLEST} is available, your email address is confirmed and your Stripe account is connected.`,
      "We send this email for your first commission only. Your affiliate page lists all your commissions.",
    ],
    action: SEE,
    why,
  },
  affiliateSuspended: {
    subject: `Your ${BRAND.name} affiliate account is suspended`,
    paragraphs: [
      "We suspended your affiliate account on {{decidedOn}}. Your links still bring visitors to the site, but they earn nothing.",
      "Commissions that were not paid out are on hold, and we make no payouts until the suspension is lifted.",
      "If you think this is a mistake, write to us.",
    ],
    action: SEE,
    why,
  },
  affiliateReactivated: {
    subject: `Your ${BRAND.name} affiliate account is active again`,
    paragraphs: [
      "We lifted the suspension of your affiliate account on {{decidedOn}}. Your links earn again, and the suspension no longer holds your commissions.",
    ],
    action: SEE,
    why,
  },
  affiliateAccountIncomplete: {
    subject: "Stripe can't pay you at the moment",
    paragraphs: [
      "Stripe can't pay you at the moment. Stripe needs something from you, or your Stripe account was closed. Open Stripe from your affiliate page to see what is missing, or to set up a new account.",
      "We cannot send you payouts until then. What you earned stays yours.",
    ],
    action: { label: "Continue at Stripe", url: URL },
    why,
  },
  commissionTakenBack: {
    subject: "{{amount}} of your commission was taken back",
    paragraphs: [
      "A customer you referred paid {{sale}}, and your commission was {{earned}}. {{cause}} We took back {{amount}} of the commission.",
      "{{effect}}",
    ],
    action: SEE,
    why,
  },
  commissionRestored: {
    subject: "{{amount}} of your commission is yours again",
    paragraphs: [
      "A customer you referred paid {{sale}}. We later took back some or all of your commission. {{cause}} {{amount}} of the commission is in your balance again.",
    ],
    action: SEE,
    why,
  },
  payoutRequested: {
    subject: "We received your payout request for {{amount}}",
    paragraphs: [
      "You requested a payout of {{amount}} on {{askedOn}}. We will review it and email you our decision.",
      "We pay whole commissions, oldest first, and the last one can make the payout larger than you request.",
    ],
    action: SEE,
    why,
  },
  payoutRejected: {
    subject: "Your payout request for {{amount}} was rejected",
    paragraphs: [
      "We rejected the payout of {{amount}} that you requested on {{askedOn}}. The reason:",
      "{{reason}}",
      "Nothing was taken from your balance. Your affiliate page shows when you can request a payout.",
    ],
    action: SEE,
    why,
  },
  payoutApproved: {
    subject: "Your payout of {{amount}} is approved",
    paragraphs: [
      "We approved your payout of {{amount}}, which you requested on {{askedOn}}.",
      "The next payout run sends it to your Stripe account, provided Stripe can pay that account. Runs start on Mondays at 09:00 UTC. If a run is large, we check it first, so it can start later.",
    ],
    action: SEE,
    why,
  },
  payoutCanceled: {
    subject: "Your payout of {{amount}} was canceled",
    paragraphs: [
      "We canceled your payout of {{amount}}, which you requested on {{askedOn}}. The reason:",
      "{{reason}}",
      "No money was transferred, and the amount is back in your balance. Your affiliate page shows when you can request a payout.",
    ],
    action: SEE,
    why,
  },
  payoutPaid: {
    subject: "We paid you {{amount}}",
    paragraphs: [
      "We transferred {{amount}} to your Stripe account on {{paidOn}}, for the payout that you requested on {{askedOn}}. The money is now in your Stripe balance.",
      "Stripe sends it to your bank on the schedule shown in your Stripe account. Transfer: {{transferId}}.",
    ],
    action: { label: "See your payouts", url: URL },
    why,
  },
  payoutFailed: {
    subject: "Your payout of {{amount}} did not go through",
    paragraphs: [
      "We could not transfer your payout of {{amount}}, which you requested on {{askedOn}}. The reason:",
      "{{reason}}",
      "The amount is still reserved for you. Your affiliate page shows whether Stripe needs something from you.",
    ],
    action: SEE,
    why,
  },
  payoutReversed: {
    subject: "{{reversed}} of your payout was reversed",
    paragraphs: [
      "On {{paidOn}} we transferred {{amount}} to your Stripe account. {{reversed}} of it was reversed at Stripe.",
      "The {{reversed}} is back in your balance. Your affiliate page shows when you can request a payout.",
    ],
    action: SEE,
    why,
  },
} as const satisfies Record<string, Template>;
