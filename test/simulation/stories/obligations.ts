import { keyIdOf } from "../../../functions/platform/keyId.ts";
import type { Person } from "../people.ts";
import { FAILING_CARD, GOOD_CARD, newCard } from "../steps/paying.ts";
import { assert, DAY, HOUR, type Story, type Told } from "./told.ts";

/** The renewal of a subscription fails at the bank: an invoice is open, with its retries. */
async function pastDue(told: Told, product: "monthly" | "yearly"): Promise<Person> {
  const person = await told.subscriber(product);
  const { id, customer } = told.subscriptionOf(person);
  newCard(told.scene, String(customer), FAILING_CARD);
  const method = told.shop.stripe.store.find("customer", String(customer))?.invoice_settings
    .default_payment_method;
  told.acts.setSubscriptionCard(id, String(method));
  await told.passUntil(told.periodEnd(person), 2 * HOUR);
  assert.equal(told.subscriptionOf(person).status, "past_due");
  return person;
}

/** From now on the bank pays. */
async function cardWorks(told: Told, person: Person): Promise<void> {
  const { id, customer } = told.subscriptionOf(person);
  newCard(told.scene, String(customer), GOOD_CARD);
  const method = told.shop.stripe.store.find("customer", String(customer))?.invoice_settings
    .default_payment_method;
  if (told.subscriptionOf(person).status !== "canceled") told.acts.setSubscriptionCard(id, String(method));
  await told.shop.settle();
}

/** A bank takes the last payment back. @returns what ends the dispute */
async function dispute(told: Told, person: Person, payment = told.payments(person).at(-1)) {
  const { id } = told.acts.openDispute(told.charge(String(payment)), "fraudulent");
  await told.shop.settle();
  return async (outcome: "won" | "lost") => {
    told.acts.closeDispute(id, outcome);
    await told.shop.settle();
  };
}

/** From just before a renewal until after it, with what happens in between. */
async function acrossTheRenewal(told: Told, person: Person, pause: () => Promise<unknown>): Promise<void> {
  await told.passUntil(told.periodEnd(person), -2 * DAY);
  await pause();
  assert.equal(told.subscriptionOf(person).pause_collection?.behavior, "void");
  await told.passUntil(told.periodEnd(person), 3 * DAY);
}

const switchKey = (told: Told, person: Person, isOn: boolean, more: object = {}) =>
  told.operator(isOn ? "licenses/reactivateKey" : "licenses/revokeKey", {
    keyId: keyIdOf(told.grants(person).find(({ source }) => source === "subscription")?.licenseKey ?? ""),
    ...more,
  });

async function useGuarantee(told: Told, person: Person): Promise<void> {
  const { offer } = (await told.as(person, "billing/getRefundOffer")).body as {
    offer: { amount_cents: number };
  };
  const input = { requestId: told.random.bytes(8).toString("hex"), amount_cents: offer.amount_cents };
  const { status, body } = await told.as(person, "billing/requestRefund", input);
  assert.equal(status, 200, JSON.stringify(body));
  await told.shop.settle();
}

export const OBLIGATION_STORIES: Readonly<Record<string, Story>> = {
  "1: a past due renewal is void once the customer owns a lifetime license, and no retry takes it": async (
    told,
  ) => {
    for (const product of ["monthly", "yearly"] as const) {
      const person = await pastDue(told, product);
      await told.buy(person, "lifetime");
      const before = told.kept(person);
      await cardWorks(told, person);
      await told.as(person, "billing/payOpenInvoices");
      await told.pass(40);
      assert.equal(told.kept(person), before, `${product}: nothing more is taken`);
      assert.deepEqual(told.invoicesOf(person, "open"), []);
    }
  },
  "1: a renewal that is paid while the lifetime payment arrives goes back, and the customer is told": async (
    told,
  ) => {
    const person = await pastDue(told, "yearly");
    const [open] = told.invoicesOf(person, "open");
    await told.buy(person, "lifetime", { settles: false });
    told.acts.payInvoice(String(open?.id), GOOD_CARD);
    await told.shop.settle();
    assert.equal(told.kept(person), 300_00 + 4000_00);
    assert.equal(told.mails(person, /refund of \$300\.00/).length, 1);
    assert.equal(told.mails(person, /paid until/i).length, 0);
  },
  "2: a renewal's draft is void once the customer owns a lifetime license": async (told) => {
    const person = await told.subscriber("yearly");
    await told.passUntil(told.periodEnd(person), HOUR / 4);
    assert.equal(told.invoicesOf(person, "draft").length, 1);
    await told.buy(person, "lifetime");
    await told.pass(3);
    assert.equal(told.kept(person), 300_00 + 4000_00);
    assert.deepEqual(
      told.invoicesOf(person).map(({ status }) => status),
      ["paid", "void"],
    );
    assert.equal(told.mails(person, /paid until .*2028/is).length, 0);
  },
  "2: a renewal that was paid a moment ago is credited, whatever the operator gives, and the page says so":
    async (told) => {
      await told.operator("billing/saveCreditSettings", { given: false, version: 1 });
      const person = await told.subscriber("yearly");
      await told.passUntil(told.periodEnd(person), 3 * HOUR);
      const { body } = await told.as(person, "billing/getCredit");
      assert((body.credit as { cents: number }).cents > 299_00);
      await told.buy(person, "lifetime", { credit: true });
      assert(told.kept(person) < 300_00 + 4001_00);
      await told.pass(8);
      const later = await told.subscriber("yearly");
      await told.pass(2);
      assert.equal((await told.as(later, "billing/getCredit")).body.credit, null);
    },
  "5: the guarantee of a lifetime license returns the payment that was credited to it": async (told) => {
    const person = await told.subscriber("yearly");
    await told.pass(1);
    await told.buy(person, "lifetime", { credit: true });
    await told.pass(1);
    const { offer } = (await told.as(person, "billing/getRefundOffer")).body as {
      offer: { amount_cents: number };
    };
    assert.equal(offer.amount_cents, told.kept(person));
    await useGuarantee(told, person);
    assert.equal(told.kept(person), 0);
  },
  "5: of a payment that was used for long, the guarantee returns what was credited": async (told) => {
    const person = await told.subscriber("yearly");
    await told.pass(180);
    await told.buy(person, "lifetime", { credit: true });
    const credited = 4300_00 - told.kept(person);
    await useGuarantee(told, person);
    assert.equal(told.kept(person), 300_00 - credited);
  },
  "5: the guarantee of a yearly plan returns the month that was credited to it": async (told) => {
    const person = await told.subscriber("monthly");
    await told.passUntil(told.periodEnd(person), 10 * DAY);
    const { at, due_cents } = (await told.as(person, "billing/previewPlan", { to: "yearly" })).body;
    await told.as(person, "billing/changePlan", { to: "yearly", at, due_cents });
    await told.shop.settle();
    const credited = 300_00 - Number(due_cents);
    assert(credited > 15_00);
    await told.pass(1);
    await useGuarantee(told, person);
    assert.equal(told.kept(person), 60_00 - credited);
  },
  "3: a renewal that fell into a dispute that is won is charged seven days later, announced by a mail":
    async (told) => {
      const person = await told.subscriber("yearly");
      let close: ((outcome: "won") => Promise<void>) | undefined;
      await acrossTheRenewal(told, person, async () => {
        close = await dispute(told, person);
      });
      await close?.("won");
      assert.deepEqual(told.codes(person), ["VALID"]);
      assert.equal(told.subscriptionOf(person).pause_collection, null);
      const mails = told.mails(person, /Visa ending 4242/).join("\n");
      assert.match(mails, /charge \$300\.00 to your Visa ending 4242 on January 15, 2027/);
      await told.pass(6.9);
      assert.equal(told.kept(person), 300_00);
      await told.pass(0.3);
      assert.equal(told.kept(person), 600_00);
      assert.equal(told.invoicesOf(person).at(-1)?.lines.data.length, 1, "no credit on the invoice");
      await told.pass(364);
      assert.equal(told.kept(person), 600_00);
      assert.deepEqual(told.codes(person), ["VALID"]);
    },
  "3: a team's renewal that fell into a suspension is charged for every seat, and MRR counts it": async (
    told,
  ) => {
    const person = await told.subscriber("yearly", 20);
    await acrossTheRenewal(told, person, () => told.suspend(person));
    await told.suspend(person, false);
    await told.pass(8);
    assert.equal(told.kept(person), 2 * 6000_00);
    const growth = await told.operator("insights/getGrowth", { from: "2026-06-01", to: "2027-01-20" });
    assert.equal((growth.now as { mrr_end_cents: number }).mrr_end_cents, 500_00);
    assert.deepEqual((growth.now as { payments: object }).payments, { count: 1, cents: 6000_00 });
  },
  "3: a renewal that fell into a key that was off can be canceled until it is charged": async (told) => {
    const person = await told.subscriber("yearly");
    await acrossTheRenewal(told, person, () => switchKey(told, person, false));
    await switchKey(told, person, true);
    assert.deepEqual(told.codes(person), ["VALID"]);
    assert.equal((await told.as(person, "billing/cancelSubscription")).status, 200);
    await told.pass(20);
    assert.equal(told.kept(person), 300_00);
    assert.deepEqual(told.codes(person), ["EXPIRED"]);
  },
  "3: the operator gives the time of a pause away": async (told) => {
    for (const isKey of [true, false]) {
      const person = await told.subscriber("yearly");
      const pause = () => (isKey ? switchKey(told, person, false) : told.suspend(person));
      await acrossTheRenewal(told, person, pause);
      await (isKey
        ? switchKey(told, person, true, { giveRenewal: true })
        : told.suspend(person, false, { giveRenewal: true }));
      await told.pass(300);
      assert.equal(told.kept(person), 300_00);
      assert.deepEqual(told.codes(person), ["VALID"]);
    }
  },
  "3: a pause into which no renewal fell is only lifted": async (told) => {
    const person = await told.subscriber("yearly");
    await told.suspend(person);
    await told.pass(30);
    await told.suspend(person, false);
    await told.pass(30);
    assert.equal(told.kept(person), 300_00);
    assert.equal(told.subscriptionOf(person).status, "active");
    await told.passUntil(told.periodEnd(person), 3 * HOUR);
    assert.equal(told.kept(person), 600_00);
  },
};
