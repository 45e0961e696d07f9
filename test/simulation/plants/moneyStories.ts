/** Tests over the whole shop that tell one story, each by its file and title. Each fails once the story's defects are planted. */
export type MoneyStory = {
  defects: readonly string[];
  tests: readonly (readonly [file: string, title: string])[];
};

/**
 * The stories of money that once went wrong: customers paid for dead keys, and money was paid out twice, although each
 * part of billing was right on its own. docs/obligations.md has the rule behind each story.
 */
export const MONEY_STORIES: readonly MoneyStory[] = [
  {
    defects: ["a refund leaves the subscription charging"],
    tests: [
      [
        "test/stories/refunds.test.ts",
        "in full in Stripe's dashboard ends the subscription: no second charge, and buying works",
      ],
      [
        "test/stories/refunds.test.ts",
        "in full by the operator ends the subscription, where the operator says nothing else",
      ],
      [
        "test/browser/operatorDecides.test.ts",
        "a refund ends the subscription unless the operator chooses to refund only",
      ],
    ],
  },
  {
    defects: [
      "a lost dispute leaves the subscription charging",
      "an open dispute leaves collection running",
      "a won dispute leaves collection paused",
    ],
    tests: [
      [
        "test/stories/subscriptions.test.ts",
        "that is lost: collection pauses, the subscription ends, nobody is charged, and buying works",
      ],
      [
        "test/stories/subscriptions.test.ts",
        "that is won after a renewal: nothing was charged in between, and everything resumes",
      ],
    ],
  },
  {
    defects: [
      "the reversal of a duplicate transfer is credited",
      "a reversal is credited while a duplicate is out",
    ],
    tests: [
      [
        "test/stories/payouts.test.ts",
        "a payout goes from Stripe's page to money in an affiliate's account, and some of it back",
      ],
    ],
  },
  {
    defects: ["reconciliation looks at no events", "what was refunded keeps its commission"],
    tests: [
      [
        "test/stories/reconciliation.test.ts",
        "without any webhook one run finds two of each kind that moved at Stripe, and mends what is safe",
      ],
      [
        "test/contracts/commission.test.ts",
        "is earned once, taken back by refunds up to what was earned, and restored where one fails",
      ],
    ],
  },
  {
    defects: [
      "a suspended account is charged on",
      "suspending leaves checkout pages payable",
      "a suspended customer cannot cancel",
      "a suspension whose call died is not finished",
    ],
    tests: [
      [
        "test/stories/subscriptions.test.ts",
        "and pauses the subscription: nothing is charged, the customer signs in, looks, cancels",
      ],
      [
        "test/stories/subscriptions.test.ts",
        "by a call that dies after its first write: nothing stays payable or collected",
      ],
    ],
  },
  {
    defects: [
      "a customer deleted at Stripe keeps the account's link",
      "a deleted customer's subscription has no owner",
      "a deleted customer's payments have no owner",
    ],
    tests: [
      ["test/stories/subscriptions.test.ts", "loses the subscription and the link, and can buy again"],
      [
        "test/stories/subscriptions.test.ts",
        "of which no event has told us: %s still answers, and buying works",
      ],
      [
        "test/contracts/stripeWebhook.test.ts",
        "a subscription whose customer was deleted before anybody looked has ended here as well",
      ],
    ],
  },
  {
    defects: [
      "fix payment changes the card and collects nothing",
      "fix payment charges the subscription's old card",
    ],
    tests: [
      ["test/stories/dunning.test.ts", "collects what is past_due at once"],
      ["test/stories/dunning.test.ts", "collects what is unpaid at once, and the key works again"],
      [
        "test/stories/dunning.test.ts",
        "says that the bank declined, and leads to its page where it wants to see the customer",
      ],
    ],
  },
  {
    defects: ["an ended subscription's invoice stays open", "a payment after the end is kept"],
    tests: [
      [
        "test/stories/dunning.test.ts",
        "dunning ends the subscription: its last invoice cannot be paid for nothing, and buying works",
      ],
      [
        "test/stories/dunning.test.ts",
        "a payment that is faster than the news of the subscription's end goes back, and the customer gets a mail",
      ],
    ],
  },
  {
    defects: ["cancel_at is ignored", "keeping a subscription leaves its cancel_at"],
    tests: [
      [
        "test/stories/subscriptions.test.ts",
        "a cancellation that the portal made is shown as an end, and can be undone here",
      ],
      [
        "test/stories/monthEnd.test.ts",
        "a cancellation that Stripe's portal made beyond the paid month is charged until then",
      ],
    ],
  },
  {
    defects: ["a failed payout is not retried"],
    tests: [
      [
        "test/stories/payouts.test.ts",
        "our balance does not cover it: the next run pays it once it does, and reports what came of it",
      ],
    ],
  },
  {
    defects: ["a refund's intent is not audited", "a refund whose call died is never finished"],
    tests: [
      [
        "test/stories/refunds.test.ts",
        "by %s, which dies after Stripe answered: made once, and written down with its result",
      ],
    ],
  },
  {
    defects: ["a page loses its unit to another window"],
    tests: [
      [
        "test/stories/offer.test.ts",
        "one unit asked for from two pages: both lead to its one page, and nobody else gets the unit",
      ],
    ],
  },
  {
    defects: ["a double click opens two payable pages"],
    tests: [
      [
        "test/stories/billingPayments.test.ts",
        "two windows at once lead to one page that can be paid: one subscription, one payment",
      ],
    ],
  },
  {
    defects: ["a thin event is an error", "an event of null is an error"],
    tests: [
      ["test/contracts/stripeWebhook.test.ts", "%s that Stripe has signed is accepted and changes nothing"],
    ],
  },
  {
    defects: ["a repeated refund with another amount is an error"],
    tests: [
      [
        "test/stories/backOfficeMoney.test.ts",
        "a payment is given back in part, once however often it is asked, and written down",
      ],
    ],
  },
  {
    defects: ["the success page syncs no lifetime purchase"],
    tests: [
      [
        "test/stories/offer.test.ts",
        "the success page does the work of a webhook that is late, for its own buyer alone, and once",
      ],
    ],
  },
  {
    defects: ["a slow payment can hold a unit"],
    tests: [["test/stories/offer.test.ts", "no slow method can hold a unit: the page takes cards alone"]],
  },
  {
    defects: [
      "a bank debit that is on its way gives a key",
      "a subscription whose first debit failed continues",
      "a first debit that arrives after the end is kept",
    ],
    tests: [
      ["test/stories/debits.test.ts", "gives a key once the money is there, and not before"],
      [
        "test/stories/debits.test.ts",
        "that the bank refuses ends there: nobody is charged later, and buying works",
      ],
      ["test/stories/debits.test.ts", "that arrives after the account was deleted goes back"],
    ],
  },
  {
    defects: ["a key that is switched off is charged for"],
    tests: [
      [
        "test/stories/subscriptions.test.ts",
        "an operator switches a subscriber's key off: nothing is charged until it is on again",
      ],
    ],
  },
  {
    defects: ["an owner of a lifetime license pays an open renewal"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "2: a renewal's draft is void once the customer owns a lifetime license",
      ],
    ],
  },
  {
    defects: ["a renewal that fell into a pause is given away"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "3: a renewal that fell into a dispute that is won is charged seven days later, announced by a mail",
      ],
      [
        "test/simulation/stories/obligations.ts",
        "3: a team's renewal that fell into a suspension is charged for every seat, and MRR counts it",
      ],
    ],
  },
  {
    defects: ["the guarantee keeps what was credited"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "5: the guarantee of a lifetime license returns the payment that was credited to it",
      ],
      [
        "test/simulation/stories/obligations.ts",
        "5: of a payment that was used for long, the guarantee returns what was credited",
      ],
    ],
  },
  {
    defects: ["a lost dispute over an earlier payment ends what is paid"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "6: a lost dispute over an earlier payment ends the subscription with what is paid",
      ],
    ],
  },
  {
    defects: ["a change of plan has no receipt"],
    tests: [
      [
        "test/stories/lifetimeCredit.test.ts",
        "a year that a month was changed to is credited by the cents of Stripe's preview, and every share of them",
      ],
    ],
  },
  {
    defects: ["a refund that fails is repeated without end"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "8: a duplicate's refund that fails is tried once more, then a person is asked, with one mail each",
      ],
    ],
  },
  {
    defects: ["a transfer that fails is repeated without end"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "9: a transfer that our balance never covers is tried four times, and then a person has to",
      ],
    ],
  },
  {
    defects: ["an end beside another subscription is not told"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "a subscription that ends after its customer bought again is mailed as ended",
      ],
    ],
  },
];
