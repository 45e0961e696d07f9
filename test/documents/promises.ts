import type { Tests } from "./held.ts";

/** The tests of each promise in docs/promises.md: by its words there, files with their titles. */
export const PROMISES: Tests = {
  "A first payment for a plan can be had back in full through the 30th day everywhere": {
    "test/functions/refunds/guarantee.test.ts": [
      "a first payment through its 30th day everywhere, and not a moment longer",
    ],
  },
  "Where the operator allows it, a yearly renewal is returned within 14 days while few videos were made since, as its receipt says":
    {
      "test/stories/renewalRefund.test.ts": [
        "a yearly renewal is returned within 14 days while few videos were made since, where the operator allows it",
      ],
    },
  "Deleting the account removes the cards saved at Stripe": {
    "test/functions/customers/leaving/leaveStripe.test.ts": [
      "what says who the customer is goes from Stripe, and the subscription ends",
    ],
  },
  "A refund request that waits is answered by the day that page and mail name": {
    "test/stories/guarantee.test.ts": ["$who: after the operator's answer, whose day they read"],
  },
  "Anyone can withdraw from a contract without an account, and gets a confirmation at once": {
    "test/stories/withdrawal.test.ts": [
      "is confirmed at once, waits with its day, and is refunded by one button, as often as it is declared",
    ],
  },
  "A withdrawal mails no stranger, and says nothing about who is a customer": {
    "test/stories/withdrawal.test.ts": ["answers alike for a stranger, and mails nobody but the operator"],
  },
  "A full refund of the current period ends the subscription: nothing is charged again": {
    "test/functions/stripeEvents/moneyFollowsRights.test.ts": [
      "of the current period ends the subscription at Stripe, wherever it was made",
    ],
  },
  "A refund that fails gives the rest of the paid period back": {
    "test/functions/stripeEvents/failedRefunds.test.ts": [
      "a refund that fails later gives the rest of the period back, and the operator knows until when",
    ],
  },
  "While a bank decides about a payment, nothing is charged": {
    "test/functions/stripeEvents/moneyFollowsRights.test.ts": [
      "that is open suspends the key, pauses collection and notifies the customer",
    ],
  },
  "A suspended customer is charged nothing, and can still look, cancel and open the portal": {
    "test/stories/subscriptions.test.ts": [
      "and pauses the subscription: nothing is charged, the customer signs in, looks, cancels",
    ],
  },
  "A suspended customer reads why, and can still download the data and delete the account": {
    "test/stories/subscriptions.test.ts": [
      "and says why in a mail and in the account, which still gives the data and can be deleted",
    ],
  },
  "A yearly renewal is announced 30 and 7 days before, with its amount, card and time": {
    "test/simulation/stories/obligations.ts": [
      "a yearly renewal is announced 30 and 7 days before, unless it is canceled or becomes monthly",
    ],
  },
  "The members of a team hear when it is to end, and when it has": {
    "test/stories/teams.test.ts": ["the members of a team hear when it ends, whose buyer %s"],
  },
  "A canceled subscription works until the end of what is paid": {
    "test/stories/subscriptions.test.ts": [
      "canceled for the period's end: works until then, over after it, mailed once each",
    ],
  },
  "Who cancels before a renewal is charged pays nothing, and access ends at once": {
    "test/functions/subscriptions/renewalPending.test.ts": [
      "a customer who cancels before their renewal is charged pays nothing, and has access until then",
    ],
  },
  "An unpaid renewal leaves 14 days in which the key works, and paying lifts the stop": {
    "test/stories/dunning.test.ts": [
      "a month is not paid: warned, retried, stopped after 14 days, and lifted by paying",
    ],
  },
  "A payment that arrives after a subscription's end goes back, with a mail": {
    "test/stories/dunning.test.ts": [
      "a payment that is faster than the news of the subscription's end goes back, and the customer gets a mail",
    ],
  },
  "A second subscription or license that was bought by mistake is ended and refunded": {
    "test/functions/stripeEvents/duplicates.test.ts": [
      "a lifetime owner's subscription is ended and refunded, and its page names the license",
    ],
  },
  "What is charged is what was shown: another amount charges nothing": {
    "test/functions/subscriptions/yearlyPlan.test.ts": ["another amount than was shown charges nothing"],
  },
  "A declined card changes nothing and leaves nothing open": {
    "test/functions/subscriptions/yearlyPlan.test.ts": [
      "a declined card changes nothing and leaves nothing open; another card then pays",
    ],
  },
  "Unused days of a subscription come off the lifetime license as shown, and the key stays": {
    "test/functions/checkout/lifetimeCredit.test.ts": [
      "Stripe charges what was shown, the subscription ends, and the key stays",
    ],
  },
  "The price with a discount code is the price that is shown before paying": {
    "test/functions/discounts/discountCodes.test.ts": [
      "a buyer sees the price after the discount, whatever the case of the letters",
    ],
  },
  "No more units of the limited offer are sold than there are; who pays too late is refunded": {
    "test/stories/offer.test.ts": [
      "five hundred tries for ten units, half of them never paying: ten sold, no unit lost",
      "a customer who pays after the unit was given away is refunded and mailed, the operator learns of it, and nothing is sold",
    ],
  },
  "A page that was opened while the offer ran can still be paid after it ended": {
    "test/stories/offer.test.ts": [
      "a customer who pays after the offer ended or was switched off is served; no one else begins",
    ],
  },
  "A unit that returns goes to the first in line, for as long as the mail says": {
    "test/stories/waitingList.test.ts": [
      "a refunded unit that is put up again goes to the first in line, and to no passer-by",
    ],
  },
  "A trial gives every feature for its days from the first computer on, and never ends in a charge": {
    "test/functions/licenses/trials/trial.test.ts": [
      "has every feature from its first computer on, for the operator's days, and then the free tier",
    ],
  },
  "One free key for each mailbox, also after the account was deleted": {
    "test/contracts/races.test.ts": ["two accounts of one mailbox at once: one of them gets the free key"],
  },
  "An invitation to a team can be accepted until its day has ended everywhere": {
    "test/functions/subscriptions/teams.test.ts": [
      "can be accepted until the day that the mail names has ended everywhere",
    ],
  },
  "A stranger gets at most one invitation a week from a team, and none once they refused": {
    "test/functions/mail/invitations.test.ts": [
      "one a week from a team, whatever is removed and invited again; the link can always be copied",
      "who refused gets none from anybody, and can take that back in the account",
    ],
  },
  "The application works offline until its lease ends, over a restart": {
    "test/packages/license-client/offline.test.ts": ["it works until the lease ends, over a restart"],
  },
  "The same computer gets its own seat back at no cost, whatever is reinstalled": {
    "test/properties/liveLeases.test.ts": [
      "one computer is never refused and pays no swap, whatever is reinstalled, and when each part is replaced",
    ],
  },
  "A seat has at most three live leases, the third of ten minutes": {
    "test/properties/liveLeases.test.ts": [
      "whatever is activated, copied, cleared, swapped, replaced, left or taken offline: three live leases, the third of ten minutes",
    ],
  },
  "A replaced key stops working at once and for good, at no cost for the owner": {
    "test/functions/licenses/replacement/replace.test.ts": [
      "the old key is dead at once, with its own code, and the new one is the grant's",
    ],
  },
  "A license that ends stays on record and revives with a new subscription": {
    "test/functions/stripeEvents/endMails.test.ts": [
      "says that the key is kept, and where to subscribe again",
    ],
  },
  "A change of password, address or second factor ends every session and mails the owner once": {
    "test/functions/customers/announceChanges.test.ts": ["makes one mail, wherever it is %s a call"],
    "test/integration/endedSessions.test.ts": ["a session %s is refused"],
  },
  "Who lost the phone removes the second factor with the recovery code and a mailed code": {
    "test/stories/lostPhone.test.ts": [
      "a customer who lost the phone removes the second factor with the recovery code and a mail, and hears of it",
    ],
  },
  "A code that we mail lasts 15 minutes": {
    "test/functions/accounts/rules.test.ts": ["expires after 15 minutes"],
  },
  "A deleted account owes nothing more and can come back as a new one": {
    "test/stories/deletedAccount.test.ts": [
      "is gone once it is asked for, and owes nothing more",
      "may come back as a new customer",
    ],
  },
  "A customer can download all their data": {
    "test/stories/deletedAccount.test.ts": ["gets all of it in the export"],
  },
  "Receipts and keys are mailed within two weeks, or the operator is called": {
    "test/functions/mail/waiting.test.ts": [
      "a day without quota loses no receipt, and sends no code after its fifteen minutes",
      "a receipt waits for two weeks and no longer, other mail for one",
    ],
  },
  "Mail about incidents reaches each person once, and only who did not turn it off": {
    "test/functions/mail/mailings.test.ts": ["mails everyone once, wherever a call is %s"],
  },
  "Nothing is kept of a visit by an affiliate's link where the law asks for consent, before the answer": {
    "test/functions/referrals/consent.test.ts": [
      "before the answer nothing is kept of the visit, and the page learns which link led to it",
    ],
  },
  "An affiliate's balance is the sum of the ledger, in whatever order things are heard": {
    "test/properties/ledger.test.ts": [
      "leads to the same commissions in any order of what is heard, each once or often",
    ],
  },
  "A commission becomes available when its hold is over": {
    "test/functions/referrals/rules.test.ts": [
      "a pending commission becomes available at the first run after its hold, for both who read of it",
    ],
  },
  "A payout is transferred exactly once, whatever fails": {
    "test/properties/payouts.test.ts": ["any history with any fault: one transfer a payout, every sum kept"],
  },
  "A payout that our balance does not cover is retried by the next run": {
    "test/stories/payouts.test.ts": [
      "our balance does not cover it: the next run pays it once it does, and reports what came of it",
    ],
  },
  "A webhook that never came is made up for the next night": {
    "test/stories/reconciliation.test.ts": [
      "without any webhook one run finds two of each kind that moved at Stripe, and mends what is safe",
    ],
  },
  "In prod a locked copy of what people own is kept, of each of seven days and five Sundays": {
    "test/infra/vault.test.ts": [
      "the vault gets a copy each day and keeps one of each week for 35 days, the lock allowing both",
    ],
  },
  "A day that a sentence names has ended everywhere before it is over, or the sentence names hour and zone": {
    "test/shared/days.test.ts": [
      "of %s holds until the day has ended everywhere",
      "names hour and zone where the hour is not ours to choose",
    ],
  },
};
