/** The tests of a story, by file and title. Each test fails if a defect of the story is planted. */
export type MoneyStory = {
  defects: readonly string[];
  tests: readonly (readonly [file: string, title: string])[];
};

/**
 * Stories in which billing once failed although each part was right. Customers paid for dead keys, or money was paid
 * out twice. docs/obligations.md has the rule behind each story.
 */
export const MONEY_STORIES: readonly MoneyStory[] = [
  {
    defects: ["a refund leaves the subscription charging"],
    tests: [
      [
        "test/stories/refunds.test.ts",
        "in full in Stripe's dashboard ends the subscription without a second charge, and the customer can buy again",
      ],
      ["test/stories/refunds.test.ts", "in full by the operator ends the subscription by default"],
      [
        "test/browser/operatorDecides.test.ts",
        "the refund dialog preselects canceling, and “Refund only” keeps the license and the subscription",
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
        "that is lost ends the subscription without a further charge, and the customer can buy again",
      ],
      [
        "test/stories/subscriptions.test.ts",
        "that is won after a renewal date restores the key and the subscription, and nothing was charged in between",
      ],
    ],
  },
  {
    defects: [
      "the reversal of a duplicate transfer is credited",
      "a reversal is credited while a duplicate transfer is not reversed",
    ],
    tests: [
      [
        "test/stories/payouts.test.ts",
        "an affiliate connects an account and is paid, and reversing a part of the transfer credits that part",
      ],
    ],
  },
  {
    defects: ["reconciliation looks at no events", "a refunded payment keeps its commission"],
    tests: [
      [
        "test/stories/reconciliation.test.ts",
        "one run finds two missed changes of each kind at Stripe, and repairs all that need no decision by the operator",
      ],
      [
        "test/contracts/commission.test.ts",
        "is credited once, reversed by refunds up to its amount, and restored if a refund fails",
      ],
    ],
  },
  {
    defects: [
      "a suspended account is still charged",
      "suspending leaves checkout pages payable",
      "a suspended customer cannot cancel",
      "a suspension whose call died is not finished",
    ],
    tests: [
      [
        "test/stories/subscriptions.test.ts",
        "and pauses the subscription, and the customer can still sign in and cancel",
      ],
      [
        "test/stories/subscriptions.test.ts",
        "by a call that dies after its first write, and nothing can be paid or collected",
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
      [
        "test/stories/subscriptions.test.ts",
        "loses the subscription, and can buy again as a new customer at Stripe",
      ],
      [
        "test/stories/subscriptions.test.ts",
        "still gets an answer from %s before the webhook arrives, and can buy again",
      ],
      [
        "test/contracts/stripeWebhook.test.ts",
        "a subscription ends in the shop even if its customer was deleted at Stripe before the shop read it",
      ],
    ],
  },
  {
    defects: [
      "paying with a new card changes the card and collects nothing",
      "paying with a new card charges the subscription's old card",
    ],
    tests: [
      ["test/stories/dunning.test.ts", "collects a past_due payment at once"],
      ["test/stories/dunning.test.ts", "collects an unpaid invoice at once, and the key works again"],
      [
        "test/stories/dunning.test.ts",
        "says that the bank declined, and leads to the bank's page if the customer has to confirm",
      ],
    ],
  },
  {
    defects: ["an ended subscription's invoice stays open", "a payment after the end is kept"],
    tests: [
      [
        "test/stories/dunning.test.ts",
        "after dunning ended the subscription, its last invoice cannot be paid, and the customer can buy again",
      ],
      [
        "test/stories/dunning.test.ts",
        "a payment that arrives before the webhook about the subscription's end is refunded with a mail",
      ],
    ],
  },
  {
    defects: ["cancel_at is ignored", "keeping a subscription leaves its cancel_at"],
    tests: [
      [
        "test/stories/subscriptions.test.ts",
        "a cancellation in Stripe's portal is confirmed by mail, and can be undone on the site",
      ],
      [
        "test/stories/monthEnd.test.ts",
        "a subscription that is set to end in a later month is charged until that end",
      ],
    ],
  },
  {
    defects: ["a failed payout is not retried"],
    tests: [
      ["test/stories/payouts.test.ts", "a payout over our balance is paid and reported by a later run"],
    ],
  },
  {
    defects: ["a refund's intent is not audited", "a refund whose call died is never finished"],
    tests: [
      [
        "test/stories/refunds.test.ts",
        "by %s, which dies after Stripe answered, is made once and has its result in the audit log",
      ],
    ],
  },
  {
    defects: ["a page loses its unit to another window"],
    tests: [
      [
        "test/stories/offer.test.ts",
        "if the first window's call dies, a second window gets a page for the same unit, and nobody else gets the unit",
      ],
    ],
  },
  {
    defects: ["a double click opens two payable pages"],
    tests: [
      [
        "test/stories/billingPayments.test.ts",
        "if a buyer opens the checkout in two windows at once, only one page can be paid",
      ],
    ],
  },
  {
    defects: ["a thin event is an error", "an event of null is an error"],
    tests: [
      ["test/contracts/stripeWebhook.test.ts", "%s with Stripe's signature leaves no event to process"],
    ],
  },
  {
    defects: ["a repeated refund with another amount is an error"],
    tests: [["test/stories/backOfficeMoney.test.ts", "a repeated request refunds a part of a payment once"]],
  },
  {
    defects: ["the success page syncs no lifetime purchase"],
    tests: [
      [
        "test/stories/offer.test.ts",
        "the success page does the work of a late webhook once, and only for its buyer",
      ],
    ],
  },
  {
    defects: ["a slow payment can hold a unit"],
    tests: [
      [
        "test/stories/offer.test.ts",
        "Stripe's page for the offer takes only cards, so no slow payment can hold a unit",
      ],
    ],
  },
  {
    defects: [
      "a bank debit that is on its way gives a key",
      "a subscription whose first debit failed continues",
      "a first debit that arrives after the end is kept",
    ],
    tests: [
      ["test/stories/debits.test.ts", "gives a key only when the payment has arrived"],
      [
        "test/stories/debits.test.ts",
        "that the bank refuses is never charged later, and the customer can buy again",
      ],
      ["test/stories/debits.test.ts", "that arrives after the account was deleted is refunded"],
    ],
  },
  {
    defects: ["a switched-off key is still charged for"],
    tests: [
      ["test/stories/subscriptions.test.ts", "while a subscriber's key is switched off, nothing is charged"],
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
        "3: a renewal that was due during a dispute is charged seven days after the win, and a mail announces it",
      ],
      [
        "test/simulation/stories/obligations.ts",
        "3: a team's renewal that was due during a suspension is charged for every seat, and MRR counts it",
      ],
    ],
  },
  {
    defects: ["the guarantee does not return a credited payment"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "5: the guarantee of a lifetime license returns the payment that was credited to it",
      ],
      [
        "test/simulation/stories/obligations.ts",
        "5: after half a year of use, the guarantee returns only the credited part of a payment",
      ],
    ],
  },
  {
    defects: ["a lost dispute over an earlier payment ends the paid period"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "6: a lost dispute over an earlier payment ends the subscription after the paid period",
      ],
    ],
  },
  {
    defects: ["a change of plan has no receipt"],
    tests: [
      [
        "test/stories/lifetimeCredit.test.ts",
        "a yearly plan that replaced a month gets the credit of Stripe's preview",
      ],
    ],
  },
  {
    defects: ["a failing refund is repeated forever"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "8: a duplicate's refund that fails is retried once, then the customer and the operator get a mail",
      ],
    ],
  },
  {
    defects: ["a failing transfer is repeated forever"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "9: a transfer that our balance never covers is attempted four times, then the operator decides",
      ],
    ],
  },
  {
    defects: ["the end of one of two subscriptions is not mailed"],
    tests: [
      [
        "test/simulation/stories/obligations.ts",
        "a customer gets a mail about the end of a subscription even after buying again",
      ],
    ],
  },
];
