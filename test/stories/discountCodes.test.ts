import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DiscountCode } from "#shared/discounts/operator.ts";
import { call } from "../support/api.ts";
import { advanceClock, payCheckout, resetClock, settle } from "../support/control.ts";
import { ledgerOf } from "../support/figures.ts";
import { mailTo } from "../support/mail.ts";
import { callsOf } from "../support/operatorCalls.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { putRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { openCheckout, paymentOf, priceOf, stripeClient } from "../support/shop.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

let operator: Person;
const ask = callsOf(() => operator);
beforeAll(async () => {
  operator = await signUpOperator();
});

async function create(change: object): Promise<DiscountCode> {
  const { status, body } = await ask("discounts/createDiscountCode", {
    requestId: randomUUID(),
    percentOff: 20,
    ...change,
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.code as DiscountCode;
}
const priceFor = (person: Person, code: string, mode: "payment" | "subscription" = "subscription") =>
  call("discounts/getDiscount", { mode, code }, { token: person.accessToken });
const sessionOf = async (answer: { body: Record<string, unknown> }) =>
  stripeClient().checkout.sessions.retrieve(String(answer.body.sessionId));

test("a code lowers the price and the commission, and is refused after its end", async () => {
  const affiliate = await signUpPerson();
  const { userId: affiliateId, email } = affiliate;
  const buyer = await signUpPerson();
  const at = new Date(0).toISOString();
  await putRow("Affiliates", {
    pk: `affiliate#${affiliateId}`,
    sk: "affiliate",
    affiliateId,
    status: "active",
    referralCode: "CODES",
    rateBasisPoints: 2000,
    email,
    normalisedEmail: email,
    termsAcceptedAt: at,
    termsVersion: "1",
    joinedAt: at,
  });
  await putRow("Affiliates", {
    pk: `user#${buyer.userId}`,
    sk: "attribution",
    affiliateId,
    rateBasisPoints: 2000,
    via: "link",
    at,
  });
  const { id, link } = await create({ code: "Launch-20", plans: ["monthly"], firstPurchaseOnly: true });
  expect(link).toBe("/checkout/subscription?code=LAUNCH-20");
  const audit = await ask("audit/listAudit", {});
  expect(audit.body.entries.map(({ action }) => action)).toContain("discounts/createDiscountCode");
  expect((await priceFor(buyer, "launch-20")).body).toMatchObject({ discount: { price_cents: 2400 } });

  const session = await sessionOf(await openCheckout(buyer, "monthly", "/dashboard", { code: "launch-20" }));
  expect(session).toMatchObject({ amount_total: 2400, discounts: [{ promotion_code: id }] });
  await payCheckout(session.id);
  await settle();
  const { payment_intent } = await paymentOf(session.id);
  expect(await stripeClient().paymentIntents.retrieve(payment_intent)).toMatchObject({ amount: 2400 });
  const customer = await ask("customers/getCustomer", { userId: buyer.userId });
  expect(customer.body.payments).toMatchObject([{ amount_cents: 2400, refunded_cents: 0 }]);
  expect(customer.body.purchases).toMatchObject([{ sessionId: session.id, code: "LAUNCH-20" }]);
  const offer = await call("refunds/getRefundOffer", {}, { token: buyer.accessToken });
  expect(offer.body).toMatchObject({ offer: { amount_cents: 2400 } });
  const { commissions } = await ledgerOf(affiliate);
  expect(commissions).toMatchObject([{ baseCents: 2400, earnedCents: 480, rateBasisPoints: 2000 }]);
  const texts = (await mailTo(buyer.email)).map(({ text }) => text).join("\n");
  expect(texts).not.toContain("$30.00");

  const { body } = await ask("discounts/listDiscountCodes", {});
  expect(body.codes).toContainEqual(expect.objectContaining({ id, redemptions: 1, state: "active" }));
  expect((await priceFor(buyer, "LAUNCH-20")).body).toMatchObject({ field: "code" });
  expect((await ask("discounts/endDiscountCode", { codeId: id })).body).toMatchObject({
    code: { state: "ended" },
  });
  const refused = await openCheckout(await signUpPerson(), "monthly", "/dashboard", { code: "LAUNCH-20" });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_ERROR", field: "code", error: "This discount code has ended." },
  });
});

test("a name is taken while its code is active, and a repeated request makes one code", async () => {
  const first = { requestId: randomUUID(), code: "TWICE", percentOff: 10 };
  const answers = await Promise.all([
    ask("discounts/createDiscountCode", first),
    ask("discounts/createDiscountCode", first),
  ]);
  const ids = answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => (body.code as DiscountCode).id);
  expect(new Set(ids).size).toBe(1);
  const other = { ...first, requestId: randomUUID() };
  expect(await ask("discounts/createDiscountCode", other)).toMatchObject({
    status: 409,
    body: { code: "CONFLICT" },
  });
});

test("a checkout with a code replaces the open page, and the customer keeps the reserved unit", async () => {
  await create({ code: "UNIT-TEN", percentOff: 10 });
  const buyer = await signUpPerson();
  const plain = await sessionOf(await openCheckout(buyer, "lifetime"));
  const reduced = await sessionOf(await openCheckout(buyer, "lifetime", "/dashboard", { code: "UNIT-TEN" }));
  expect(reduced).toMatchObject({ amount_total: 3600_00, status: "open" });
  await settle();
  expect((await stripeClient().checkout.sessions.retrieve(plain.id)).status).toBe("expired");
  const again = await openCheckout(buyer, "lifetime", "/dashboard", { code: "UNIT-TEN" });
  expect(again.body.sessionId).toBe(reduced.id);
  await payCheckout(reduced.id);
  await settle();
  const reservation = (await rowsOf("Promotions")).find(({ pk }) => pk === `reservation#${buyer.userId}`);
  expect(reservation).toMatchObject({ state: "consumed" });
  const customer = await ask("customers/getCustomer", { userId: buyer.userId });
  expect(customer.body.payments).toMatchObject([{ amount_cents: 3600_00 }]);

  const subscriber = await signUpPerson();
  const before = await sessionOf(await openCheckout(subscriber, "monthly"));
  const after = await sessionOf(
    await openCheckout(subscriber, "monthly", "/dashboard", { code: "UNIT-TEN" }),
  );
  expect(after.amount_total).toBe(2700);
  expect((await stripeClient().checkout.sessions.retrieve(before.id)).status).toBe("expired");
  await advanceClock(5);
  try {
    const without = await sessionOf(await openCheckout(subscriber, "monthly"));
    expect(without.amount_total).toBe(3000);
  } finally {
    await resetClock();
  }
});

test("an affiliate's code gives the discount and attributes the buyer to the affiliate", async () => {
  const affiliate = await signUpPerson();
  const as = { token: affiliate.accessToken };
  const code = `MAKER${randomUUID().slice(0, 6)}`.toUpperCase();
  expect(await call("affiliates/join", { acceptTerms: true, code }, as)).toMatchObject({ status: 200 });
  const plain = await call("affiliates/getAffiliate", {}, as);
  expect(plain.body.affiliate).toMatchObject({ buyer_discount: null });
  const made = await create({ code, percentOff: 20, plans: ["monthly"], forAffiliate: true });
  expect(made).toMatchObject({ affiliate_id: affiliate.userId });
  const shown = await call("affiliates/getAffiliate", {}, as);
  expect(shown.body.affiliate).toMatchObject({ buyer_discount: { percent_off: 20, plans: ["monthly"] } });

  const [byCode, byName] = [await signUpPerson(), await signUpPerson()];
  const first = await sessionOf(
    await openCheckout(byCode, "monthly", "/dashboard", { code: code.toLowerCase() }),
  );
  const second = await sessionOf(
    await call(
      "checkout/startCheckout",
      {
        price_id: await priceOf("monthly"),
        mode: "subscription",
        success_url: `${stack().siteUrl}/success`,
        cancel_url: `${stack().siteUrl}/dashboard`,
        affiliateCode: code,
      },
      { token: byName.accessToken },
    ),
  );
  for (const session of [first, second]) {
    expect(session.amount_total).toBe(2400);
    await payCheckout(session.id);
  }
  await settle();
  const { commissions } = await ledgerOf(affiliate);
  expect(commissions.map(({ baseCents, earnedCents }) => [baseCents, earnedCents])).toEqual([
    [2400, 480],
    [2400, 480],
  ]);
  for (const { userId } of [byCode, byName])
    expect((await ask("customers/getCustomer", { userId })).body.purchases).toMatchObject([{ code }]);
  const own = await openCheckout(affiliate, "monthly", "/dashboard", { code });
  expect(own).toMatchObject({ status: 400, body: { field: "code" } });
});
