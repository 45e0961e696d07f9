import { CATALOG } from "#shared/catalog/catalog.ts";
import { inMoney, onDayOf } from "#shared/words.ts";
import { keyIdOf } from "../../../functions/platform/keyId.ts";
import type { Person } from "../people.ts";
import { joinAs, onboardAs } from "../steps/affiliate.ts";
import { FAILING_CARD, GOOD_CARD, newCard } from "../steps/paying.ts";
import { drain, topUp } from "../steps/stripe.ts";
import { assert, DAY, HOUR, MINUTE, type Story, type Told } from "./told.ts";

const [MONTH, YEAR, LIFETIME] = [CATALOG.monthly.price, CATALOG.yearly.price, CATALOG.lifetime.price];
const COMMISSION = LIFETIME / 5;
const spoken = (sentence: string): RegExp => new RegExp(sentence.replace(/[$.]/g, "\\$&"));

/** Makes a subscription past due by a failing renewal. */
export async function pastDue(told: Told, who: Person | "monthly" | "yearly"): Promise<Person> {
  const person = typeof who === "string" ? await told.subscriber(who) : who;
  const { id, customer } = told.subscriptionOf(person);
  newCard(told.scene, String(customer), FAILING_CARD);
  const method = told.shop.stripe.store.find("customer", String(customer))?.invoice_settings
    .default_payment_method;
  told.acts.setSubscriptionCard(id, String(method));
  await told.passUntil(told.periodEnd(person), 2 * HOUR);
  assert.equal(told.subscriptionOf(person).status, "past_due");
  return person;
}

async function cardWorks(told: Told, person: Person): Promise<void> {
  const { id, customer } = told.subscriptionOf(person);
  newCard(told.scene, String(customer), GOOD_CARD);
  const method = told.shop.stripe.store.find("customer", String(customer))?.invoice_settings
    .default_payment_method;
  if (told.subscriptionOf(person).status !== "canceled") told.acts.setSubscriptionCard(id, String(method));
  await told.shop.settle();
}

/** Opens a dispute, by default of the last payment. @returns a function that closes the dispute */
export async function dispute(told: Told, person: Person, payment = told.payments(person).at(-1)) {
  const { id } = told.acts.openDispute(told.charge(String(payment)), "fraudulent");
  await told.shop.settle();
  return async (outcome: "won" | "lost") => {
    told.acts.closeDispute(id, outcome);
    await told.shop.settle();
  };
}

/** Pauses a subscription before its renewal, and passes time until three days after the renewal. */
async function acrossTheRenewal(told: Told, person: Person, pause: () => Promise<unknown>): Promise<void> {
  await told.passUntil(told.periodEnd(person), -2 * DAY);
  await pause();
  assert.equal(told.subscriptionOf(person).pause_collection?.behavior, "void");
  await told.passUntil(told.periodEnd(person), 3 * DAY);
}

export const switchKey = (told: Told, person: Person, isOn: boolean, more: object = {}) =>
  told.operator(isOn ? "licenses/reactivateKey" : "licenses/revokeKey", {
    keyId: keyIdOf(told.grants(person).find(({ source }) => source === "subscription")?.licenseKey ?? ""),
    ...more,
  });

/** Gives the person a card that requires authentication for each payment. */
export async function asksForTheCustomer(told: Told, person: Person): Promise<void> {
  const { id, customer } = told.subscriptionOf(person);
  const method = await told.sdk.paymentMethods.attach("pm_card_authenticationRequired", {
    customer: String(customer),
  });
  told.acts.setSubscriptionCard(id, method.id);
  await told.shop.settle();
}

/** Changes to yearly at once, or to monthly at the period's end. @returns the amount due at once, in cents */
export async function changePlan(told: Told, person: Person, to: "monthly" | "yearly"): Promise<number> {
  const { at, due_cents } = (await told.as(person, "subscriptions/previewPlan", { to })).body;
  const { status, body } = await told.as(person, "subscriptions/changePlan", { to, at, due_cents });
  assert.equal(status, 200, JSON.stringify(body));
  await told.shop.settle();
  return Number(due_cents);
}

/** Wins a lost dispute by an appeal, with a hand-made event because the sandbox has no appeals. */
export async function winAppeal(told: Told): Promise<void> {
  const { store } = told.shop.stripe;
  const lost = store.all("dispute").at(-1);
  assert(lost);
  const object = store.put("dispute", { ...lost, status: "won" });
  const created = Math.floor(Date.now() / 1000);
  const event = {
    id: "evt_appeal",
    object: "event",
    type: "charge.dispute.updated",
    livemode: false,
    created,
    data: { object },
  };
  assert(await told.shop.post(event));
  await told.shop.settle();
}

export async function useGuarantee(told: Told, person: Person): Promise<void> {
  const { offer } = (await told.as(person, "refunds/getRefundOffer")).body as {
    offer: { amount_cents: number };
  };
  const input = { requestId: told.random.bytes(8).toString("hex"), amount_cents: offer.amount_cents };
  const { status, body } = await told.as(person, "refunds/requestRefund", input);
  assert.equal(status, 200, JSON.stringify(body));
  await told.shop.settle();
}

/** Creates an approved, unsent payout. @returns the buyers of the lifetime licenses that earned it */
async function approvedPayout(told: Told, sales: number): Promise<Person[]> {
  const affiliate = await told.signUp();
  await joinAs(told.scene, affiliate);
  await told.shop.settle();
  await onboardAs(told.scene, affiliate);
  const buyers: Person[] = [];
  for (let index = 0; index < sales; index += 1) {
    const buyer = await told.signUp(affiliate.referralCode);
    await told.buy(buyer, "lifetime");
    buyers.push(buyer);
  }
  await told.pass(62);
  const asked = await told.as(affiliate, "payouts/requestPayout", { amount_cents: sales * COMMISSION });
  assert.equal(asked.status, 200, JSON.stringify(asked.body));
  await told.operator("payouts/runCalc");
  const [payout] = told.payouts();
  await told.operator("payouts/approve", { payout_id: String(payout?.id) });
  return buyers;
}

export const OBLIGATION_STORIES: Readonly<Record<string, Story>> = {
  "1: an overdue renewal is void once the customer owns a lifetime license, and no retry charges it": async (
    told,
  ) => {
    for (const product of ["monthly", "yearly"] as const) {
      const person = await pastDue(told, product);
      await told.buy(person, "lifetime");
      const before = told.kept(person);
      await cardWorks(told, person);
      await told.as(person, "subscriptions/payOpenInvoices");
      await told.pass(40);
      assert.equal(told.kept(person), before, `${product}: nothing more is taken`);
      assert.deepEqual(told.invoicesOf(person, "open"), []);
    }
  },
  "1: a renewal that is paid while the lifetime payment arrives is refunded, and the customer gets a mail":
    async (told) => {
      const person = await pastDue(told, "yearly");
      const [open] = told.invoicesOf(person, "open");
      await told.buy(person, "lifetime", { settles: false });
      told.acts.payInvoice(String(open?.id), GOOD_CARD);
      await told.shop.settle();
      assert.equal(told.kept(person), YEAR + LIFETIME);
      assert.equal(told.mails(person, spoken(`refund of ${inMoney(YEAR)}`)).length, 1);
      assert.equal(told.mails(person, /paid until/i).length, 0);
    },
  "2: a renewal's draft is void once the customer owns a lifetime license": async (told) => {
    const person = await told.subscriber("yearly");
    await told.passUntil(told.periodEnd(person), HOUR / 4);
    assert.equal(told.invoicesOf(person, "draft").length, 1);
    await told.buy(person, "lifetime");
    await told.pass(3);
    assert.equal(told.kept(person), YEAR + LIFETIME);
    assert.deepEqual(
      told.invoicesOf(person).map(({ status }) => status),
      ["paid", "void"],
    );
    assert.equal(told.mails(person, /paid until .*2028/is).length, 0);
  },
  "2: a renewal that was paid hours ago is credited, even if the operator has switched the credit off":
    async (told) => {
      await told.operator("checkout/saveCreditSettings", { given: false, version: 1 });
      const person = await told.subscriber("yearly");
      await told.passUntil(told.periodEnd(person), 3 * HOUR);
      const { body } = await told.as(person, "checkout/getCredit");
      assert((body.credit as { cents: number }).cents > YEAR - 1_00);
      await told.buy(person, "lifetime", { credit: true });
      assert(told.kept(person) < YEAR + LIFETIME + 1_00);
      await told.pass(8);
      const later = await told.subscriber("yearly");
      await told.pass(2);
      assert.equal((await told.as(later, "checkout/getCredit")).body.credit, null);
    },
  "5: the guarantee of a lifetime license returns the payment that was credited to it": async (told) => {
    const person = await told.subscriber("yearly");
    await told.pass(1);
    await told.buy(person, "lifetime", { credit: true });
    await told.pass(1);
    const { offer } = (await told.as(person, "refunds/getRefundOffer")).body as {
      offer: { amount_cents: number };
    };
    assert.equal(offer.amount_cents, told.kept(person));
    await useGuarantee(told, person);
    assert.equal(told.kept(person), 0);
  },
  "5: after half a year of use, the guarantee returns only the credited part of a payment": async (told) => {
    const person = await told.subscriber("yearly");
    await told.pass(180);
    await told.buy(person, "lifetime", { credit: true });
    const credited = YEAR + LIFETIME - told.kept(person);
    await useGuarantee(told, person);
    assert.equal(told.kept(person), YEAR - credited);
  },
  "5: the guarantee of a yearly plan returns the month that was credited to it": async (told) => {
    const person = await told.subscriber("monthly");
    await told.passUntil(told.periodEnd(person), 10 * DAY);
    const credited = YEAR - (await changePlan(told, person, "yearly"));
    assert(credited > MONTH / 2);
    await told.pass(1);
    await useGuarantee(told, person);
    assert.equal(told.kept(person), 2 * MONTH - credited);
  },
  "3: a renewal that was due during a dispute is charged seven days after the win, and a mail announces it":
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
      assert.match(mails, spoken(`charge ${inMoney(YEAR)} to your Visa ending 4242 on January 15, 2027`));
      await told.pass(6.9);
      assert.equal(told.kept(person), YEAR);
      await told.pass(0.3);
      assert.equal(told.kept(person), 2 * YEAR);
      assert.equal(told.invoicesOf(person).at(-1)?.lines.data.length, 1, "no credit on the invoice");
      await told.pass(364);
      assert.equal(told.kept(person), 2 * YEAR);
      assert.deepEqual(told.codes(person), ["VALID"]);
    },
  "3: a team's renewal that was due during a suspension is charged for every seat, and MRR counts it": async (
    told,
  ) => {
    const person = await told.subscriber("yearly", 20);
    await acrossTheRenewal(told, person, () => told.suspend(person));
    await told.suspend(person, false);
    await told.pass(8);
    assert.equal(told.kept(person), 2 * 20 * YEAR);
    const growth = await told.operator("insights/getGrowth", { from: "2026-06-01", to: "2027-01-20" });
    assert.equal((growth.now as { mrr_end_cents: number }).mrr_end_cents, Math.round((20 * YEAR) / 12));
    assert.deepEqual((growth.now as { payments: object }).payments, { count: 1, cents: 20 * YEAR });
  },
  "3: a renewal that was due while the key was off can be canceled until it is charged": async (told) => {
    const person = await told.subscriber("yearly");
    await acrossTheRenewal(told, person, () => switchKey(told, person, false));
    await switchKey(told, person, true);
    assert.deepEqual(told.codes(person), ["VALID"]);
    assert.equal((await told.as(person, "subscriptions/cancelSubscription")).status, 200);
    await told.pass(20);
    assert.equal(told.kept(person), YEAR);
    assert.deepEqual(told.codes(person), ["EXPIRED"]);
  },
  "3: the operator can give away a renewal that was due during a pause": async (told) => {
    for (const isKey of [true, false]) {
      const person = await told.subscriber("yearly");
      const pause = () => (isKey ? switchKey(told, person, false) : told.suspend(person));
      await acrossTheRenewal(told, person, pause);
      await (isKey
        ? switchKey(told, person, true, { giveRenewal: true })
        : told.suspend(person, false, { giveRenewal: true }));
      await told.pass(300);
      assert.equal(told.kept(person), YEAR);
      assert.deepEqual(told.codes(person), ["VALID"]);
    }
  },
  "3: a pause in which no renewal was due changes no later charge": async (told) => {
    const person = await told.subscriber("yearly");
    await told.suspend(person);
    await told.pass(30);
    await told.suspend(person, false);
    await told.pass(30);
    assert.equal(told.kept(person), YEAR);
    assert.equal(told.subscriptionOf(person).status, "active");
    await told.passUntil(told.periodEnd(person), 3 * HOUR);
    assert.equal(told.kept(person), 2 * YEAR);
  },
  "6: a lost dispute over an earlier payment ends the subscription after the paid period": async (told) => {
    const person = await told.subscriber("monthly");
    await told.pass(1);
    await changePlan(told, person, "yearly");
    await told.pass(20);
    const close = await dispute(told, person, told.payments(person)[0]);
    await close("lost");
    assert.deepEqual(told.codes(person), ["VALID"]);
    assert.equal(told.subscriptionOf(person).cancel_at_period_end, true);
    assert.match(told.mails(person).join("~"), /license works until .* 2027/);
    assert.match(told.mails("operator").join("~"), /earlier payment was lost/);
    const paid = told.kept(person);
    await told.pass(360);
    assert.equal(told.kept(person), paid);
    assert.deepEqual(told.codes(person), ["EXPIRED"]);
  },
  "8: a duplicate's refund that fails is retried once, then the customer and the operator get a mail": async (
    told,
  ) => {
    const person = await told.signUp();
    const [one, other] = [await told.open(person, "monthly"), await told.open(person, "lifetime")];
    told.acts.payCheckout(one, { card: GOOD_CARD });
    await told.shop.settle();
    const { id, customer } = told.subscriptionOf(person);
    const price = told.shop.stripe.prices.monthly;
    assert(other && id);
    const card = await told.sdk.paymentMethods.attach("pm_card_visa", { customer: String(customer) });
    await told.sdk.subscriptions.create({
      default_payment_method: card.id,
      customer: String(customer),
      items: [{ price }],
      metadata: { userId: person.sub },
    });
    for (let day = 0; day < 30; day += 1) {
      await told.shop.settle();
      for (const made of told.shop.stripe.store.all("refund"))
        if (made.status === "succeeded") told.acts.failRefund(made.id);
      await told.pass(1);
    }
    assert.equal(told.shop.stripe.store.all("refund").length, 2);
    assert.equal(told.mails(person, /refund .*returned to us/).length, 1);
    assert.equal(told.mails("operator", /refund did not go through/).length, 1);
  },
  "9: a payout leaves out commissions on payments that were refunded or disputed after its approval": async (
    told,
  ) => {
    const [refunded, disputed] = await approvedPayout(told, 3);
    await told.refund(String(refunded && told.payments(refunded)[0]));
    if (disputed) await dispute(told, disputed);
    topUp(told.scene, 2 * LIFETIME);
    await told.operator("payouts/runDistribute");
    const after = told.payouts()[0];
    assert.equal(after?.status, "paid");
    assert.equal(after?.amountCents, COMMISSION);
    assert.equal(told.shop.stripe.store.all("transfer")[0]?.amount, COMMISSION);
    assert.match(String(after?.reason), /taken out/);
  },
  "9: a transfer that our balance never covers is attempted four times, then the operator decides": async (
    told,
  ) => {
    await approvedPayout(told, 1);
    for (let run = 0; run < 6; run += 1) {
      drain(told.scene);
      await told.operator("payouts/runDistribute");
      await told.pass(1.5);
    }
    const [payout] = told.payouts();
    assert.equal(payout?.attempt?.number, 4);
    assert.match(String(payout?.reason), /We tried 4 times and stopped/);
  },
  "10: a planned change of plan is restored when the customer takes a cancellation back": async (told) => {
    const person = await told.subscriber("yearly");
    await changePlan(told, person, "monthly");
    for (const id of ["subscriptions/cancelSubscription", "subscriptions/keepSubscription"] as const) {
      assert.equal((await told.as(person, id)).status, 200);
      await told.shop.settle();
    }
    await told.passUntil(told.periodEnd(person), 3 * HOUR);
    assert.equal(told.kept(person), YEAR + MONTH);
  },
  "11: a debit that arrives after the account was suspended for good is refunded and gives no key": async (
    told,
  ) => {
    const person = await told.signUp();
    told.acts.payCheckoutLater(await told.open(person, "yearly"));
    await told.shop.settle();
    await told.suspend(person, true, { subscription: "cancel" });
    told.acts.settleCheckout(String(person.sessions[0]), "succeeded");
    await told.shop.settle();
    assert.equal(told.kept(person), 0);
    assert.equal(told.mails(person, /license key and receipt/).length, 0);
    assert.match(told.mails(person).join("~"), spoken(`refunded ${inMoney(YEAR)}`));
    const { invoices } = (await told.as(person, "subscriptions/listInvoices")).body as { invoices: object[] };
    assert.equal(invoices.length, 1);
  },
  "12: a dispute that is won on appeal restores the license while its period runs": async (told) => {
    const person = await told.subscriber("yearly");
    const close = await dispute(told, person);
    await close("lost");
    assert.deepEqual(told.codes(person), ["REVOKED"]);
    await told.pass(30);
    await winAppeal(told);
    assert.deepEqual(told.codes(person), ["VALID"]);
    assert.match(told.mails(person).join("~"), /license works again until January 5, 2027/);
    assert.match(told.mails("operator").join("~"), /won on appeal/);
  },
  "12: if the period is over when an appeal wins a dispute, the operator decides about the money": async (
    told,
  ) => {
    const person = await told.subscriber("monthly");
    const close = await dispute(told, person);
    await close("lost");
    await told.pass(40);
    await winAppeal(told);
    assert.deepEqual(told.codes(person), ["EXPIRED"]);
    assert.match(told.mails(person).join("~"), /we will write to you about the payment/i);
    assert.match(told.mails("operator").join("~"), /won on appeal.*Refund the payment/s);
  },
  "a customer gets a mail about the end of a subscription even after buying again": async (told) => {
    const person = await told.subscriber("monthly");
    await told.pass(1);
    await told.sdk.customers.del(String(told.subscriptionOf(person).customer));
    await told.buy(person, "yearly", { settles: false });
    // The event about the end arrives last.
    const { deliveries } = told.shop.stripe;
    deliveries.sort((a, b) => Number(a.type.endsWith("deleted")) - Number(b.type.endsWith("deleted")));
    await told.shop.settle();
    assert.equal(told.mails(person, /Your subscription ended on/).length, 1);
  },
  "a yearly renewal is announced 30 and 7 days before, unless the plan is canceled or becomes monthly":
    async (told) => {
      const [renewing, canceled] = [await told.subscriber("yearly"), await told.subscriber("yearly")];
      const [changing, month] = [await told.subscriber("yearly"), await told.subscriber("monthly")];
      await told.as(canceled, "subscriptions/cancelSubscription");
      await changePlan(told, changing, "monthly");
      const end = told.periodEnd(renewing);
      const words = spoken(`charge ${inMoney(YEAR)} to your Visa ending 4242 on ${onDayOf(end)}`);
      for (const [days, count] of [
        [31, 0],
        [30, 1],
        [8, 1],
        [7, 2],
      ] as const) {
        await told.passUntil(end, MINUTE - days * DAY);
        await told.shop.run("reconciliation/sweepReservations");
        await told.shop.settle();
        assert.equal(told.mails(renewing, words).length, count, `${days} days before`);
      }
      for (const other of [canceled, changing, month])
        assert.deepEqual(told.mails(other, /for another year/), []);
    },
  "the operator gets a mail about a collection that was paused by hand at Stripe": async (told) => {
    const person = await told.subscriber("monthly");
    const { id } = told.subscriptionOf(person);
    await told.sdk.subscriptions.update(id, { pause_collection: { behavior: "void" } });
    await told.pass(2);
    assert.match(told.mails("operator").join("~"), new RegExp(`${id} is paused by hand`));
  },
  "13: partial refunds that add up to the whole payment are a full refund": async (told) => {
    const person = await told.subscriber("monthly");
    const [payment = ""] = told.payments(person);
    await told.refund(payment, 10_00);
    assert.deepEqual(told.codes(person), ["VALID"]);
    await told.refund(payment, MONTH - 10_00);
    assert.deepEqual(told.codes(person), ["REVOKED"]);
    assert.equal(told.subscriptionOf(person).status, "canceled");
  },
  "14: a suspension, a switched-off key and a cancellation each withdraw a change that waits for the bank":
    async (told) => {
      const stops = [
        (person: Person) => told.suspend(person),
        (person: Person) => switchKey(told, person, false),
        (person: Person) => told.as(person, "subscriptions/cancelSubscription"),
      ];
      for (const stop of stops) {
        const person = await told.subscriber("monthly");
        await told.pass(1);
        await asksForTheCustomer(told, person);
        await changePlan(told, person, "yearly");
        const [open] = told.invoicesOf(person, "open");
        assert(open, "the change waits");
        await stop(person);
        await told.shop.settle();
        assert.equal(told.invoicesOf(person, "open").length, 0);
        assert.equal(told.kept(person), MONTH);
      }
    },
  "7: a subscription keeps its price when the catalog changes": async (told) => {
    const person = await told.subscriber("monthly", 2);
    const { id, items } = told.subscriptionOf(person);
    const product = String(items.data[0]?.price.product);
    const price = await told.sdk.prices.create({
      product,
      currency: "usd",
      unit_amount: 20_00,
      recurring: { interval: "month" },
    });
    await told.sdk.subscriptions.update(id, {
      items: [{ id: String(items.data[0]?.id), price: price.id }],
      proration_behavior: "none",
    });
    await told.shop.settle();
    const shown = (await told.as(person, "subscriptions/getSubscription")).body.subscription as {
      unit_cents: number;
    };
    assert.equal(shown.unit_cents, 20_00);
    const preview = (await told.as(person, "subscriptions/previewPlan", { to: "monthly", seats: 1 })).body;
    assert.equal(preview.price_cents, 20_00);
  },
  "4: the dispute desk composes evidence from the data that is kept after a customer left": async (told) => {
    for (const isBefore of [true, false]) {
      const person = await told.signUp();
      await told.buy(person, "lifetime");
      await told.pass(10);
      const charge = told.charge(told.payments(person)[0] ?? "");
      if (isBefore) told.acts.openDispute(charge, "fraudulent");
      await told.shop.settle();
      await told.operator("customers/deleteCustomer", { userId: person.sub, email: person.email });
      if (!isBefore) told.acts.openDispute(charge, "fraudulent");
      await told.shop.settle();
      const disputeId = told.shop.stripe.store.all("dispute").at(-1)?.id ?? "";
      const { evidence } = (await told.operator("disputes/getDispute", { disputeId })) as {
        evidence: Record<string, string>;
      };
      const filled = Object.values(evidence).filter((text) => text !== "");
      assert(filled.length >= 4, `${isBefore}: ${filled.length} fields`);
    }
  },
};
