import { CATALOG } from "#shared/catalog/catalog.ts";
import { inMoney } from "#shared/words.ts";
import type { Samples } from "./sample.ts";

const { name, price } = CATALOG.monthly;
const SALE = { sale: `${inMoney(price)} before tax for ${name} on November 25, 2026` };
const REQUEST = { amount: "$120.00", askedOn: "November 25, 2026" };
const NONE = { reason: "", paidOn: "", transferId: "" };

export const AFFILIATE_SAMPLES = {
  affiliateWelcome: { "": { joinedOn: "November 25, 2026", code: "ada-writes", rate: "20%" } },
  affiliateFirstCommission: { "": { ...SALE, amount: "$6.00", payableOn: "December 30, 2026" } },
  affiliateSuspended: { "": { decidedOn: "November 25, 2026" } },
  affiliateReactivated: { "": { decidedOn: "November 25, 2026" } },
  affiliateAccountIncomplete: { "": {} },
  commissionTakenBack: {
    "": {
      ...SALE,
      amount: "$6.00",
      earned: "$6.00",
      cause: "The customer got a refund.",
      effect: "The commission was not part of a payout yet, so your earnings are $6.00 lower.",
    },
    "after its payout": {
      ...SALE,
      amount: "$6.00",
      earned: "$6.00",
      cause: "The customer's bank decided a dispute over this payment in the customer's favor.",
      effect:
        "The commission had already gone into a payout, and that payout stays as it is. Your available balance is $6.00 lower instead. If your balance falls below zero, your next commissions make up for the difference.",
    },
  },
  commissionRestored: {
    "": { ...SALE, amount: "$6.00", cause: "A refund of this payment did not go through." },
  },
  payoutRequested: { "": REQUEST },
  payoutRejected: {
    "": { ...REQUEST, reason: "Two of the referred accounts share your card. Write to us if that is wrong." },
  },
  payoutApproved: { "": { ...REQUEST, ...NONE } },
  payoutCanceled: { "": { ...REQUEST, ...NONE, reason: "The Stripe account belongs to another person." } },
  payoutPaid: {
    "": { ...REQUEST, ...NONE, paidOn: "November 30, 2026", transferId: "tr_1SampleTransfer" },
  },
  payoutFailed: {
    "": { ...REQUEST, ...NONE, reason: "The destination account cannot receive transfers at the moment." },
  },
  payoutReversed: {
    "": {
      ...REQUEST,
      ...NONE,
      paidOn: "November 30, 2026",
      transferId: "tr_1SampleTransfer",
      reversed: "$120.00",
    },
  },
} as const satisfies Record<string, Samples>;
