import { createHash } from "node:crypto";
import { type CardErrorCode, StripeFailure } from "../core/errors.ts";

/** Stripe's published test cards. */

export type Decline = { code: CardErrorCode; declineCode: string | null; message: string };
export type CardBehavior = {
  brand: "visa" | "mastercard" | "amex" | "discover";
  funding: "credit" | "debit" | "prepaid";
  decline?: Decline;
  /** The card can be attached, but every charge is declined. */
  attaches?: true;
  /** `always`: 3-D Secure for each payment. `setup`: only until the card is attached to a customer. */
  threeDSecure?: "always" | "setup";
  dispute?: "fraudulent" | "product_not_received" | "inquiry";
  earlyFraudWarning?: true;
  refund?: "pending" | "fails";
  /** The money is available immediately instead of after two days. */
  availableAtOnce?: true;
};

const declined = (declineCode: string): Decline => ({
  code: "card_declined",
  declineCode,
  message: "Your card was declined.",
});
const visa = { brand: "visa", funding: "credit" } as const;

const GENERIC = declined("generic_decline");
const NO_FUNDS: Decline = {
  code: "card_declined",
  declineCode: "insufficient_funds",
  message: "Your card has insufficient funds.",
};
const EXPIRED: Decline = {
  code: "expired_card",
  declineCode: "expired_card",
  message: "Your card has expired.",
};
const WRONG_CVC: Decline = {
  code: "incorrect_cvc",
  declineCode: "incorrect_cvc",
  message: "Your card's security code is incorrect.",
};
const PROCESSING: Decline = {
  code: "processing_error",
  declineCode: "processing_error",
  message: "An error occurred while processing your card. Try again in a little bit.",
};

const TEST_CARDS: Record<string, CardBehavior> = {
  "4242424242424242": visa,
  "4000056655665556": { ...visa, funding: "debit" },
  "5555555555554444": { brand: "mastercard", funding: "credit" },
  "2223003122003222": { brand: "mastercard", funding: "credit" },
  "5200828282828210": { brand: "mastercard", funding: "debit" },
  "5105105105105100": { brand: "mastercard", funding: "prepaid" },
  "378282246310005": { brand: "amex", funding: "credit" },
  "6011111111111117": { brand: "discover", funding: "credit" },
  "4000000000000077": { ...visa, availableAtOnce: true },
  "4000000000000002": { ...visa, decline: GENERIC },
  "4000000000009995": { ...visa, decline: NO_FUNDS },
  "4000000000009987": { ...visa, decline: declined("lost_card") },
  "4000000000009979": { ...visa, decline: declined("stolen_card") },
  "4000000000000069": { ...visa, decline: EXPIRED },
  "4000000000000127": { ...visa, decline: WRONG_CVC },
  "4000000000000119": { ...visa, decline: PROCESSING },
  "4000000000000341": { ...visa, decline: GENERIC, attaches: true },
  "4000002500003155": { ...visa, threeDSecure: "setup" },
  "4000002760003184": { ...visa, threeDSecure: "always" },
  "4000000000003220": { ...visa, threeDSecure: "always" },
  "4000000000000259": { ...visa, dispute: "fraudulent" },
  "4000000000002685": { ...visa, dispute: "product_not_received" },
  "4000000000001976": { ...visa, dispute: "inquiry" },
  "4000000000005423": { ...visa, earlyFraudWarning: true },
  "4000000000007726": { ...visa, refund: "pending" },
  "4000000000005126": { ...visa, refund: "fails" },
};

/** Stripe's ready-made payment methods. */
export const NAMED_CARDS: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_visa_debit: "4000056655665556",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_discover: "6011111111111117",
  pm_card_bypassPending: "4000000000000077",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_threeDSecure2Required: "4000000000003220",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_createDispute: "4000000000000259",
  pm_card_createDisputeProductNotReceived: "4000000000002685",
  pm_card_createDisputeInquiry: "4000000000001976",
  pm_card_createIssuingFraudWarning: "4000000000005423",
  pm_card_pendingRefund: "4000000000007726",
  pm_card_refundFail: "4000000000005126",
};

export function behaviorOf(number: string): CardBehavior {
  return (
    TEST_CARDS[number] ?? {
      ...visa,
      decline: {
        ...GENERIC,
        declineCode: "test_mode_live_card",
        message:
          "Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
      },
    }
  );
}

/** Refuses invalid card data without asking the card network. */
export function checkCard(
  card: { number: string; expMonth: number; expYear: number; cvc: string | null },
  now: number,
): void {
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number)) {
    throw cardFailure(
      { code: "incorrect_number", declineCode: null, message: "Your card number is incorrect." },
      "number",
    );
  }
  const today = new Date(now * 1000);
  const month = (card.expYear < 100 ? 2000 + card.expYear : card.expYear) * 12 + card.expMonth;
  if (card.expMonth < 1 || card.expMonth > 12) {
    throw cardFailure(
      {
        code: "invalid_expiry_month",
        declineCode: null,
        message: "Your card's expiration month is invalid.",
      },
      "exp_month",
    );
  }
  if (month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1) {
    throw cardFailure(
      { code: "invalid_expiry_year", declineCode: null, message: "Your card's expiration year is invalid." },
      "exp_year",
    );
  }
  if (card.cvc !== null && !/^\d{3,4}$/.test(card.cvc)) {
    throw cardFailure(
      { code: "invalid_cvc", declineCode: null, message: "Your card's security code is invalid." },
      "cvc",
    );
  }
}

export function cardFailure(
  decline: Decline,
  param?: string,
  more: { charge?: string; payment_intent?: object; payment_method?: object; setup_intent?: object } = {},
): StripeFailure {
  return new StripeFailure(402, {
    type: "card_error",
    code: decline.code,
    ...(decline.declineCode && { decline_code: decline.declineCode }),
    message: decline.message,
    ...(param && { param }),
    ...more,
  });
}

/** A number has the same fingerprint for every customer. */
export function fingerprintOf(number: string): string {
  return createHash("sha256").update(`card ${number}`).digest("base64url").replace(/[-_]/g, "x").slice(0, 16);
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
