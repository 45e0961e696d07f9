import type { Tests } from "./held.ts";

/** The tests of each promise in docs/promises.md: the files with the titles of their tests. */
export const PROMISES: Tests = {
  "A first payment for a plan is refundable in full through its 30th day everywhere": {
    "test/functions/refunds/guarantee.test.ts": [
      "a first payment until its 30th day has ended in every time zone, and not a moment longer",
    ],
  },
  "Where the operator allows it, a yearly renewal is refundable within 14 days if few videos were made since, as its receipt says":
    {
      "test/stories/renewalRefund.test.ts": [
        "if the operator allows it, a customer who made few videos can get a yearly renewal refunded within 14 days",
      ],
    },
  "Deleting the account removes the cards saved at Stripe": {
    "test/functions/customers/leaving/leaveStripe.test.ts": [
      "erasing an account removes the customer's personal data from Stripe and ends the subscription",
    ],
  },
  "A refund request that waits is answered by the day that page and mail name": {
    "test/stories/guarantee.test.ts": [
      "$who gets the money after the operator answers, and a mail names the deadline",
    ],
  },
  "Anyone can withdraw from a contract without an account, and gets a confirmation at once": {
    "test/stories/withdrawal.test.ts": [
      "is confirmed at once, is listed with its due day, and is refunded by one button",
    ],
  },
  "A withdrawal mails no stranger, and says nothing about who is a customer": {
    "test/stories/withdrawal.test.ts": [
      "from a stranger gets an answer of the same form as a customer's, and only the operator gets a mail",
    ],
  },
  "A full refund of the current period ends the subscription: nothing is charged again": {
    "test/functions/stripeEvents/moneyFollowsRights.test.ts": [
      "of the whole payment for the current period ends the subscription at Stripe",
    ],
  },
  "After a failed refund, the license works for the rest of the paid period": {
    "test/functions/stripeEvents/failedRefunds.test.ts": [
      "a failed refund restores the rest of the period, and the mails to the customer and the operator name its end",
    ],
  },
  "While a bank decides about a payment, nothing is charged": {
    "test/functions/stripeEvents/moneyFollowsRights.test.ts": [
      "that is open suspends the key, pauses collection and notifies the customer",
    ],
  },
  "A suspended customer is charged nothing, and can still view the account, cancel and open the portal": {
    "test/stories/subscriptions.test.ts": [
      "and pauses the subscription, and the customer can still sign in and cancel",
    ],
  },
  "A suspended customer reads why, and can still download the data and delete the account": {
    "test/stories/subscriptions.test.ts": [
      "with a reason that a mail and the account show, and the customer can still export the data and delete the account",
    ],
  },
  "A yearly renewal is announced 30 and 7 days before, with its amount, card and time": {
    "test/simulation/stories/obligations.ts": [
      "a yearly renewal is announced 30 and 7 days before, unless the plan is canceled or becomes monthly",
    ],
  },
  "The members of a team get a mail when its end is set, and when it has ended": {
    "test/stories/teams.test.ts": ["members get a mail about the end of a team whose buyer %s"],
  },
  "A canceled subscription works until the end of what is paid": {
    "test/stories/subscriptions.test.ts": [
      "a canceled subscription works until the period's end, with a mail about the cancellation and one about the end",
    ],
  },
  "A customer who cancels before a renewal is charged pays nothing, and access ends at once": {
    "test/functions/subscriptions/renewalPending.test.ts": [
      "a customer who cancels before the renewal's charge pays nothing and loses access immediately",
    ],
  },
  "After an unpaid renewal the key works for 14 days, and paying makes it work again": {
    "test/stories/dunning.test.ts": [
      "an unpaid renewal causes a warning and retries, and after 14 days the key stops until the customer pays",
    ],
  },
  "A new card pays exactly the overdue amount that the pages show, and no period in which the key was stopped":
    {
      "test/stories/dunning.test.ts": [
        "collects the newest unpaid month, which Stripe keeps as a draft",
        "collects no month in which the key was blocked from the first day to the last",
        "collects every open payment of an overdue subscription, and the mail about the last payment names the total",
      ],
    },
  "A payment that arrives after a subscription's end is refunded, with a mail": {
    "test/stories/dunning.test.ts": [
      "a payment that arrives before the webhook about the subscription's end is refunded with a mail",
    ],
  },
  "A second subscription or license that was bought by mistake is ended and refunded": {
    "test/functions/stripeEvents/duplicates.test.ts": [
      "a lifetime owner's new subscription ends and is refunded",
    ],
  },
  "Only the amount that was shown is charged; any other amount charges nothing": {
    "test/functions/subscriptions/yearlyPlan.test.ts": [
      "charges nothing if the amount differs from the preview",
    ],
  },
  "A declined card changes nothing and leaves nothing open": {
    "test/functions/subscriptions/yearlyPlan.test.ts": [
      "changes nothing after a declined card, and then works with another card",
    ],
  },
  "Unused days of a subscription lower the price of the lifetime license as shown, and the key stays": {
    "test/functions/checkout/lifetimeCredit.test.ts": [
      "is subtracted from the price, the subscription ends, and the customer keeps the license key",
    ],
  },
  "The price with a discount code is the price that is shown before paying": {
    "test/functions/discounts/discountCodes.test.ts": [
      "a buyer sees the discounted price for a code in upper or lower case",
    ],
  },
  "No more units of the limited offer are sold than there are; a buyer who pays too late is refunded": {
    "test/stories/offer.test.ts": [
      "five hundred attempts to buy ten units lose no unit, although half of the reservations are never paid",
      "a customer who pays after the unit was given away gets a refund and a mail",
    ],
  },
  "A page that was opened while the offer ran can still be paid after it ended": {
    "test/stories/offer.test.ts": [
      "an open page can be paid after the offer ended or was switched off, but nobody can open a new page",
    ],
  },
  "A unit that returns goes to the first in line, for as long as the mail says": {
    "test/stories/waitingList.test.ts": [
      "a refunded unit that is sold again goes to the first person on the waiting list",
    ],
  },
  "A trial gives every feature for its days from the first computer on, and never ends in a charge": {
    "test/functions/licenses/trials/trial.test.ts": [
      "has every feature for the set number of days after its first activation, and then the free tier",
    ],
  },
  "Each mailbox gets only one free key, even if its account is deleted": {
    "test/contracts/races.test.ts": ["only one of two accounts of one mailbox gets the free key"],
  },
  "An invitation to a team can be accepted until its day has ended everywhere": {
    "test/functions/subscriptions/teams.test.ts": [
      "an invitation can be accepted until the day that its mail names has ended in every time zone",
    ],
  },
  "A stranger gets at most one invitation a week from a team, and none once they refused": {
    "test/functions/mail/invitations.test.ts": [
      "is sent to an address at most once a week by one team, and its link can always be copied",
      "is not sent to an address that refused invitations, until the account with that address allows them again",
    ],
  },
  "The application works offline until its lease ends, even after a restart": {
    "test/packages/license-client/offline.test.ts": [
      "work is possible until the lease ends, even after a restart",
    ],
  },
  "The same computer gets its own seat back at no cost, whatever is reinstalled": {
    "test/properties/liveLeases.test.ts": [
      "an honest computer is never refused and needs no swap after reinstallations and new parts",
    ],
  },
  "At most three computers have running leases of a seat, the third for at most ten minutes": {
    "test/properties/liveLeases.test.ts": [
      "in any history of a license, at most three computers have running leases, and at most two have one longer than ten minutes",
    ],
  },
  "A replaced key stops working at once and for good, at no cost for the owner": {
    "test/functions/licenses/replacement/replace.test.ts": [
      "the old key is answered with REPLACED immediately, and the grant has the new key",
    ],
  },
  "A license that ends stays on record and revives with a new subscription": {
    "test/functions/stripeEvents/endMails.test.ts": [
      "says that the same key can work again, and links to the checkout",
    ],
  },
  "A change of password, address or second factor ends every session and mails the owner once": {
    "test/functions/customers/announceChanges.test.ts": [
      "sends one mail even if the call is %s one of its calls to a service",
    ],
    "test/integration/endedSessions.test.ts": ["a session %s is refused"],
  },
  "A customer who lost the phone removes the second factor with the recovery code and a mailed code": {
    "test/stories/lostPhone.test.ts": [
      "a customer who lost the phone removes the second factor with the recovery code and a mailed code",
    ],
  },
  "A code that we mail lasts 15 minutes": {
    "test/functions/accounts/rules.test.ts": ["expires after 15 minutes"],
  },
  "A deleted account owes nothing more and can come back as a new one": {
    "test/stories/deletedAccount.test.ts": [
      "is deleted on request, and is not charged again",
      "can sign up again as a new customer, but gets no second free key",
    ],
  },
  "A customer can download all their data": {
    "test/stories/deletedAccount.test.ts": ["gets all data in the export"],
  },
  "Receipts and keys are mailed within two weeks, or an alarm rings": {
    "test/functions/mail/waiting.test.ts": [
      "after a day without quota, receipts are sent and codes have expired",
      "a receipt expires after two weeks, and other mail after one week",
    ],
  },
  "Mail about incidents reaches each person once, unless they turned it off": {
    "test/functions/mail/mailings.test.ts": ["mails everyone once, whichever of its calls fails (%s)"],
  },
  "Where the law asks for consent, no visit by an affiliate's link is stored before the answer": {
    "test/functions/referrals/consent.test.ts": [
      "until a visitor who is asked has answered, nothing is stored, and the page's address contains the affiliate's code",
    ],
  },
  "An affiliate's balance is the sum of the ledger, whatever the order of events": {
    "test/properties/ledger.test.ts": [
      "leads to the same commissions in any order of deliveries, even if deliveries are repeated",
    ],
  },
  "A commission becomes available when its hold is over": {
    "test/functions/referrals/rules.test.ts": [
      "a commission's date is the first run after its hold, for the affiliate and for the operator",
    ],
  },
  "A payout is transferred exactly once, whatever fails": {
    "test/properties/payouts.test.ts": [
      "any history of payouts, with any fault, makes at most one transfer per payout and keeps every sum right",
    ],
  },
  "A person whom the administrator invites can view and export, and change nothing": {
    "test/functions/apiKeys/everyCaller.test.ts": [
      "lets a reader make all calls that read or concern the reader's own session, and no others",
    ],
    "test/web/operator/viewOnly.test.ts": ["a reader can change nothing on /admin/%s, and the page says so"],
  },
  "A payout that our balance does not cover is retried by the next run": {
    "test/stories/payouts.test.ts": ["a payout over our balance is paid and reported by a later run"],
  },
  "The next nightly comparison makes up for a webhook that never came": {
    "test/stories/reconciliation.test.ts": [
      "one run finds two missed changes of each kind at Stripe, and repairs all that need no decision by the operator",
    ],
  },
  "In prod, a locked vault keeps the copies of seven days and five Sundays of what people own": {
    "test/infra/vault.test.ts": [
      "the vault keeps daily copies for 7 days and weekly copies for 35 days, and its lock allows both",
    ],
  },
  "A promise names hour and zone, or it names a day and lasts until that day has ended everywhere": {
    "test/shared/days.test.ts": [
      "for %s holds until the day has ended everywhere",
      "names the hour and the zone if the shop cannot choose the hour",
    ],
  },
};
