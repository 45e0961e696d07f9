import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { type Leaves, OBLIGATIONS, type Obligation, type Settlement } from "#shared/grants/obligations.ts";
import {
  RIGHT_EVENTS,
  type RightEventId,
  settlementOf,
  whyNever,
} from "../../../scripts/docs/rightEvents.ts";
import { licensesOf } from "../invariants/trials.ts";
import type { Person } from "../people.ts";
import { confirmAddress } from "../steps/affiliate.ts";
import { activateAs, newDevice } from "../steps/computer.ts";
import {
  asksForTheCustomer,
  changePlan,
  dispute,
  pastDue,
  switchKey,
  useGuarantee,
  winAppeal,
} from "./obligations.ts";
import { HOUR, type Story, type Told } from "./told.ts";

/** A pending obligation. `became` reads its outcome at Stripe and in the tables. */
type Flight = { person: Person; became(): Promise<Settlement> | Settlement };
type Begin = (told: Told, event: RightEventId) => Promise<Flight>;

/** Events about a payment for an earlier period. */
const EARLIER: readonly RightEventId[] = ["refundedEarlier", "earlierLost"];

/** Invites a new person to the owner's team. @returns the person and the link's token */
async function invite(told: Told, owner: Person): Promise<{ friend: Person; token: string }> {
  const friend = await told.signUp();
  for (const one of [owner, friend]) await confirmAddress(told.shop, one);
  const { status } = await told.as(owner, "subscriptions/inviteMember", { email: friend.email });
  assert.equal(status, 200);
  await told.shop.settle();
  const [mail = ""] = told.mails(friend, /join-team/);
  return { friend, token: /join-team#([\w.-]+)/.exec(mail)?.[1] ?? "" };
}

const join = async (told: Told, friend: Person, token: string): Promise<boolean> =>
  (await told.as(friend, "subscriptions/joinTeam", { token })).status === 200;

/** Creates a person whose right is not a purchase, but a seat in a team or a trial. */
const WITHOUT_PURCHASE: Partial<Record<RightEventId, (told: Told) => Promise<Person>>> = {
  teamEnded: async (told) => {
    const { friend, token } = await invite(told, await told.subscriber("monthly", 2));
    assert(await join(told, friend, token));
    return friend;
  },
  trialEnded: async (told) => {
    const person = await trying(told);
    await told.passUntil(Date.parse(endOfTrial(told)) / 1000, -HOUR / 6);
    return person;
  },
  trialConverted: trying,
};

async function trying(told: Told): Promise<Person> {
  const person = await told.signUp();
  const { licenseKey } = (await told.as(person, "licenses/createFreeKey")).body;
  assert.equal((await activateAs(told.scene, newDevice(told.scene), String(licenseKey))).body.tier, "pro");
  await told.shop.settle();
  return person;
}

const endOfTrial = ({ shop }: Told): string => licensesOf(shop).at(-1)?.trial?.endsAt ?? "";

/** Advances into the next period for events that concern the earlier period or the renewal's draft. */
async function passInto(told: Told, event: RightEventId, person: Person): Promise<void> {
  if (EARLIER.includes(event) || event === "renewalReturned")
    await told.passUntil(told.periodEnd(person), 3 * HOUR);
  if (event === "canceledInDraft") await told.passUntil(told.periodEnd(person), HOUR / 4);
}

const planFor = (event: RightEventId) => (event === "renewalReturned" ? "yearly" : "monthly");

/** Creates a customer with a paid period, and with an earlier paid period if the event needs one. */
async function subscriber(told: Told, event: RightEventId, seats?: number): Promise<Person> {
  const begin = WITHOUT_PURCHASE[event];
  if (begin) return begin(told);
  const person = await told.subscriber(planFor(event), seats);
  await told.pass(1);
  await passInto(told, event, person);
  return person;
}

const invoiceFlight = (told: Told, person: Person): Flight => {
  const id = String(told.invoicesOf(person).at(-1)?.id);
  return {
    person,
    became: async () => {
      await told.shop.advance(2 * HOUR);
      const invoice = told.shop.stripe.store.find("invoice", id);
      if (invoice?.status === "void") return "void";
      return invoice?.auto_advance || invoice?.status === "paid" ? "charge" : "keep";
    },
  };
};

const BEGIN: Record<Obligation, Begin> = {
  draft: async (told, event) => {
    const person = await subscriber(told, event);
    await told.passUntil(told.periodEnd(person), HOUR / 4);
    return invoiceFlight(told, person);
  },
  openInvoice: async (told, event) => {
    const person = await subscriber(told, event);
    return invoiceFlight(told, await pastDue(told, person));
  },
  waitingChange: async (told, event) => {
    const person = await subscriber(told, event);
    await asksForTheCustomer(told, person);
    await changePlan(told, person, "yearly");
    const waits = invoiceFlight(told, person);
    return {
      person,
      became: async () => (told.invoicesOf(person, "open").length > 0 ? "keep" : waits.became()),
    };
  },
  payment: async (told, event) => {
    const person = await (WITHOUT_PURCHASE[event]?.(told) ?? told.signUp());
    told.acts.payCheckoutLater(await told.open(person, "yearly"));
    await told.shop.settle();
    const [session = ""] = person.sessions;
    return {
      person,
      became: async () => {
        await told.shop.advance(HOUR);
        if (told.invoicesOf(person).at(-1)?.status === "void") return "void";
        told.acts.settleCheckout(session, "succeeded");
        await told.shop.settle();
        const charges = told.shop.stripe.store
          .all("charge")
          .filter(({ amount }) => amount === CATALOG.yearly.price);
        return charges.every(({ refunded }) => refunded) ? "refund" : "keep";
      },
    };
  },
  pause: async (told, event) => {
    const person = await subscriber(told, event);
    if (!["disputeWon", "lifted", "keyOn"].includes(event)) await switchKey(told, person, false);
    return {
      person,
      became: () => {
        const { status, pause_collection } = told.subscriptionOf(person);
        if (status === "canceled") return "void";
        return pause_collection === null ? "charge" : "keep";
      },
    };
  },
  plannedChange: async (told, event) => {
    const person = await told.subscriber("yearly");
    await told.pass(1);
    await passInto(told, event, person);
    await changePlan(told, person, "monthly");
    return {
      person,
      became: async () => {
        if (told.subscriptionOf(person).status === "canceled") return "void";
        const shown = (await told.as(person, "subscriptions/getSubscription")).body.subscription;
        const { next_plan } = (shown ?? {}) as { next_plan?: unknown };
        return (next_plan ?? null) === null ? "void" : "keep";
      },
    };
  },
  credited: async (told) => {
    const person = await told.subscriber("monthly");
    await told.pass(1);
    await changePlan(told, person, "yearly");
    await told.pass(1);
    const [first = ""] = told.payments(person);
    return {
      person,
      became: () =>
        told.shop.stripe.store.find("charge", told.charge(first))?.amount_refunded === 0 ? "keep" : "refund",
    };
  },
  page: async (told, event) => {
    const person = await subscriber(told, event);
    const page = await told.open(person, "lifetime");
    return {
      person,
      became: async () =>
        (await told.sdk.checkout.sessions.retrieve(page)).status === "open" ? "keep" : "void",
    };
  },
  unit: async (told, event) => {
    const person = await subscriber(told, event);
    await told.open(person, "lifetime");
    return {
      person,
      became: () =>
        told.shop.database
          .rows("Promotions")
          .some(({ userId, state }) => userId === person.sub && state === "held")
          ? "keep"
          : "void",
    };
  },
  commission: async (told, event) => {
    const affiliate = await told.signUp();
    const joined = await told.as(affiliate, "affiliates/join", { acceptTerms: true, country: "US" });
    await told.shop.settle();
    const person = await told.signUp(String(joined.body.referral_code));
    await told.buy(person, planFor(event));
    await told.pass(1);
    await passInto(told, event, person);
    const earned = told.payments(person).at(EARLIER.includes(event) ? 0 : -1);
    return {
      person,
      became: () => {
        const row = told.shop.database
          .rows("Payouts")
          .find(({ kind, id }) => kind === "commission" && id === earned);
        assert(row, "a commission was earned");
        if (row.status === "held") return "ask";
        return row.status === "reversed" || row.status === "void" ? "void" : "keep";
      },
    };
  },
  balance: async (told, event) => {
    const person = await subscriber(told, event);
    const customer = String(told.subscriptionOf(person).customer);
    await told.sdk.customers.update(customer, { balance: -5_00 });
    await told.shop.settle();
    return {
      person,
      became: async () => {
        const found = await told.sdk.customers.retrieve(customer);
        if (found.deleted) return "void";
        return found.balance === -5_00 ? "keep" : "charge";
      },
    };
  },
  code: async (told, event) => {
    const person = await subscriber(told, event);
    await told.operator("discounts/createDiscountCode", {
      requestId: told.random.bytes(8).toString("hex"),
      code: "LATER",
      percentOff: 10,
      plans: ["monthly", "yearly", "lifetime"],
    });
    return {
      person,
      became: () =>
        told.shop.stripe.store.all("promotionCode").every(({ active }) => active) ? "keep" : "void",
    };
  },
  invitation: async (told, event) => {
    const person = await subscriber(told, event, 2);
    const { friend, token } = await invite(told, person);
    return { person, became: async () => ((await join(told, friend, token)) ? "keep" : "void") };
  },
};

type Act = (told: Told, person: Person) => Promise<unknown>;
const cancel: Act = (told, person) => told.as(person, "subscriptions/cancelSubscription");
const suspend: Act = (told, person) => told.suspend(person);
const latest = (told: Told, person: Person): string => told.payments(person).at(-1) ?? "";
const withdraw: Act = async (told, { email }) => {
  const declared = { name: "Ann Example", email, contract: "the plan" };
  assert.equal((await told.shop.call("refunds/withdraw", undefined, declared)).status, 200);
};
const allowRenewals: Act = async (told) => {
  const limits = await told.operator("refunds/getRefundLimits");
  return told.operator("refunds/saveRefundLimits", { ...limits, renewal_videos: 0 });
};
const lose: Act = async (told, person) => (await dispute(told, person))("lost");

/** The acts that lead to each event. The last act is the event. */
const FIRE: Record<RightEventId, readonly Act[]> = {
  lifetimeBought: [(told, person) => told.buy(person, "lifetime")],
  refundedWhole: [(told, person) => told.refund(latest(told, person))],
  refundedEarlier: [(told, person) => told.refund(told.payments(person)[0] ?? "")],
  refundedPart: [(told, person) => told.refund(latest(told, person), 10_00)],
  guarantee: [useGuarantee],
  renewalReturned: [allowRenewals, useGuarantee],
  withdrawn: [withdraw],
  withdrawalAnswered: [
    withdraw,
    async (told) => {
      const { withdrawals } = await told.operator("refunds/listWithdrawals");
      const [{ id }] = withdrawals as [{ id: string }];
      return told.operator("refunds/answerWithdrawal", { withdrawalId: id, answer: "refund" });
    },
  ],
  refundFailed: [
    (told, person) => told.refund(latest(told, person)),
    async (told) => told.acts.failRefund(told.shop.stripe.store.all("refund").at(-1)?.id ?? ""),
  ],
  debitRefused: [async (told, { sessions: [session = ""] }) => told.acts.settleCheckout(session, "failed")],
  disputeOpened: [(told, person) => dispute(told, person)],
  disputeWon: [
    (told, person) => dispute(told, person),
    async (told) => told.acts.closeDispute(told.shop.stripe.store.all("dispute").at(-1)?.id ?? "", "won"),
  ],
  disputeLost: [lose],
  earlierLost: [async (told, person) => (await dispute(told, person, told.payments(person)[0]))("lost")],
  appealWon: [lose, (told) => winAppeal(told)],
  dunningEnded: [
    async (told, person) => told.acts.endSubscription(told.subscriptionOf(person).id, "payment_failed"),
  ],
  suspended: [suspend],
  suspendedForGood: [(told, person) => told.suspend(person, true, { subscription: "cancel" })],
  lifted: [suspend, (told, person) => told.suspend(person, false)],
  keyOff: [(told, person) => switchKey(told, person, false)],
  keyOn: [(told, person) => switchKey(told, person, false), (told, person) => switchKey(told, person, true)],
  canceled: [cancel],
  canceledInDraft: [
    async (told, person) => {
      if (told.invoicesOf(person).at(-1)?.status !== "draft") await passInto(told, "canceledInDraft", person);
      const { status, body } = await told.as(person, "subscriptions/cancelSubscription", { endsToday: true });
      assert.equal(status, 200, JSON.stringify(body));
    },
  ],
  kept: [cancel, (told, person) => told.as(person, "subscriptions/keepSubscription")],
  changed: [(told, person) => changePlan(told, person, "yearly")],
  customerDeleted: [
    async (told, person) => told.sdk.customers.del(String(told.subscriptionOf(person).customer)),
  ],
  accountDeleted: [
    (told, { sub, email }) => told.operator("customers/deleteCustomer", { userId: sub, email }),
  ],
  trialEnded: [
    async (told) => {
      await told.passUntil(Date.parse(endOfTrial(told)) / 1000);
      await told.shop.run("insights/refreshDue");
    },
  ],
  trialConverted: [(told, person) => told.buy(person, "monthly")],
  teamEnded: [
    async (told, person) => {
      const [{ team } = {}] = told.grants(person);
      const owner = told.people.all.find(({ sub }) => sub === team?.ownerId);
      assert(owner);
      return told.refund(latest(told, owner));
    },
  ],
};

const idsOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];

async function play(told: Told, obligation: Obligation, event: RightEventId) {
  await told.restart();
  const { person, became } = await BEGIN[obligation](told, event);
  const acts = FIRE[event];
  for (const act of acts.slice(0, -1)) {
    await act(told, person);
    await told.shop.settle();
  }
  told.noteMails();
  await acts.at(-1)?.(told, person);
  await told.shop.settle();
  const { tells } = RIGHT_EVENTS[event];
  const seen = {
    works: told.codes(person).includes("VALID"),
    customer: told.mailsSince(person) > 0,
    ...(tells === "both" && { operator: told.mailsSince("operator") > 0 }),
  };
  return { became: await became(), ...(obligation !== "payment" && seen) };
}

export const PAIR_STORIES: Readonly<Record<string, Story>> = Object.fromEntries(
  idsOf(OBLIGATIONS).map((obligation) => [
    `each event has the outcome in the table of obligations: ${OBLIGATIONS[obligation]}`,
    async (told: Told) => {
      const wrong: string[] = [];
      for (const event of idsOf(RIGHT_EVENTS)) {
        if (whyNever(obligation, event) !== undefined) continue;
        const pair = `${event} with ${obligation}`;
        const was = await play(told, obligation, event).catch((error: Error) => error.message);
        const expected = expectedOf(obligation, event);
        if (!isDeepStrictEqual(was, expected))
          wrong.push(`${pair}: ${JSON.stringify(was)} instead of ${JSON.stringify(expected)}`);
        wrong.push(...told.shop.failures, ...told.shop.deadLetters, ...told.shop.untrue);
      }
      assert.deepEqual(wrong, []);
    },
  ]),
);

const WORKS: readonly Leaves[] = ["works", "ends", "replaced"];

/**
 * The outcome in the table of obligations. A paused subscription and a pending first payment give no right before the
 * event.
 */
function expectedOf(obligation: Obligation, event: RightEventId) {
  const { leaves, tells } = RIGHT_EVENTS[event];
  const became = settlementOf(obligation, event);
  if (obligation === "payment") return { became };
  const works =
    WORKS.includes(leaves) && (obligation !== "pause" || became === "charge" || leaves === "replaced");
  return { became, works, customer: tells !== "nobody", ...(tells === "both" && { operator: true }) };
}
