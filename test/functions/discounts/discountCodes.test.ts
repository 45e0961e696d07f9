import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { createDiscountCode, type DiscountCode } from "#shared/discounts/operator.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { buyerDiscountOf } from "../../../functions/discounts/buyerDiscount.ts";
import { handler as create } from "../../../functions/discounts/createDiscountCode.ts";
import { handler as end } from "../../../functions/discounts/endDiscountCode.ts";
import { handler as get } from "../../../functions/discounts/getDiscount.ts";
import { discountOfCreator } from "../../../functions/discounts/linked.ts";
import { handler as list } from "../../../functions/discounts/listDiscountCodes.ts";
import { createPromotionCode } from "../../../functions/discounts/promotionCodes.ts";
import { checkTerms, discounted } from "../../../functions/discounts/rules.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { keepAttribution } from "../../../functions/referrals/attributionTable.ts";
import { changeStatus, createAffiliate, getAffiliate } from "../../../functions/referrals/table.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { affiliateOf } from "../../support/payouts.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
const outside = vi.hoisted(() => ({ url: "" }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));
vi.stubEnv("TABLE_AUDIT", "audit");
vi.stubEnv("TABLE_AFFILIATES", "affiliates");
vi.stubEnv("SECRET_STRIPE", "stripe");

const rows = memoryDynamo(network());
let bench: Bench;
/** Stripe answers this path with 500. */
let refused: string | undefined;
beforeAll(async () => {
  bench = await startBench({
    now: () => new Date(),
    fault: ({ path }) => (path === refused ? "refuse" : undefined),
  });
  outside.url = bench.sandbox.url;
  for (const { stripeProductId: id, name } of Object.values(CATALOG))
    await bench.stripe.products.create({ id, name });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await bench.close();
});
beforeEach(() => rows.clear());

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const run = (handler: unknown, input: object, customer: string | null = null, now = new Date()) =>
  (handler as Handler)({
    input,
    caller: { userId: "operator", user: { stripeCustomerId: customer } },
    now,
  });
const terms = (change: object) =>
  createDiscountCode.input.parse({ requestId: randomUUID(), code: "ANY-CODE", ...change });
const made = async (change: object) => ((await run(create, terms(change))) as { code: DiscountCode }).code;
const asked = async (code: string, mode = "subscription", customer: string | null = null) =>
  run(get, { mode, code }, customer);
const refusedWith = (message: RegExp) => ({
  code: "VALIDATION_ERROR",
  field: "code",
  message: expect.stringMatching(message),
});

test("a repeated request creates one code, and the code's name is taken until the code ends", async () => {
  const input = terms({ code: "spring-24", percentOff: 20, maxRedemptions: 3, plans: ["monthly"] });
  const [first, second] = [await run(create, input), await run(create, input)];
  expect(second).toEqual(first);
  expect(first).toMatchObject({
    code: {
      code: "SPRING-24",
      percent_off: 20,
      plans: ["monthly"],
      max_redemptions: 3,
      redemptions: 0,
      state: "active",
      link: "/checkout/subscription?code=SPRING-24",
    },
  });
  expect(rows.of("audit").map(({ action, subject }) => [action, subject])).toEqual([
    ["discounts/createDiscountCode", "discountCode#SPRING-24"],
    ["discounts/createDiscountCode", "discountCode#SPRING-24"],
  ]);
  await expect(run(create, { ...input, requestId: randomUUID() })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  const { code } = first as { code: DiscountCode };
  expect(await run(end, { codeId: code.id })).toMatchObject({ code: { state: "ended" } });
  await expect(asked("SPRING-24")).rejects.toMatchObject(refusedWith(/has ended/));
  expect((await made({ code: "SPRING-24", percentOff: 5 })).id).not.toBe(code.id);
});

test("after Stripe refuses a code, the same form can create a code with another name", async () => {
  const { coupons, promotionCodes } = bench.stripe;
  const { id: coupon } = await coupons.create({ percent_off: 10 });
  await promotionCodes.create({ code: "TAKEN", promotion: { type: "coupon", coupon } });
  const make = (code: string) => createPromotionCode("form-1", { percent_off: 20 }, { code });
  await expect(make("TAKEN")).rejects.toMatchObject({ code: "CONFLICT" });
  const made = await make("FREE20");
  expect(made).toMatchObject({ code: "FREE20", active: true });
  expect(await make("FREE20")).toMatchObject({ id: made.id });
});

test("a buyer sees the discounted price for a code in upper or lower case", async () => {
  await made({ code: "QUARTER", percentOff: 25 });
  expect(await asked("quarter")).toMatchObject({
    discount: { code: "QUARTER", price_cents: CATALOG.monthly.price * 0.75 },
  });
  expect(await asked("Quarter", "payment")).toMatchObject({
    discount: { price_cents: CATALOG.lifetime.price * 0.75 },
  });
  await made({ code: "TENOFF", amountOffCents: 10_00 });
  expect(await asked("TENOFF")).toMatchObject({
    discount: { price_cents: CATALOG.monthly.price - 10_00, percent_off: null },
  });
});

test("a code for any plan discounts the yearly plan, but a code for the monthly plan does not", async () => {
  const yearly = (code: string) => run(get, { mode: "subscription", plan: "yearly", code });
  await made({ code: "ANYPLAN", percentOff: 20 });
  expect(await yearly("ANYPLAN")).toMatchObject({ discount: { price_cents: CATALOG.yearly.price * 0.8 } });
  await made({ code: "MONTHONLY", percentOff: 20, plans: ["monthly"] });
  expect(await asked("MONTHONLY")).toMatchObject({ discount: { price_cents: CATALOG.monthly.price * 0.8 } });
  await expect(yearly("MONTHONLY")).rejects.toMatchObject(refusedWith(/only for the monthly plan/));
});

test("a code for two plans discounts both and no third, and its link opens a page that sells one of them", async () => {
  const code = await made({ code: "LONGER", percentOff: 10, plans: ["lifetime", "yearly", "lifetime"] });
  expect(code).toMatchObject({ plans: ["yearly", "lifetime"], link: "/checkout/subscription?code=LONGER" });
  expect(await run(get, { mode: "subscription", plan: "yearly", code: "LONGER" })).toMatchObject({
    discount: { price_cents: CATALOG.yearly.price * 0.9 },
  });
  expect(await asked("LONGER", "payment")).toMatchObject({
    discount: { price_cents: CATALOG.lifetime.price * 0.9 },
  });
  await expect(asked("LONGER")).rejects.toMatchObject(
    refusedWith(/only for the yearly plan and lifetime license\.$/),
  );
  const expand = ["promotion.coupon.applies_to"];
  expect(await bench.stripe.promotionCodes.retrieve(code.id, { expand })).toMatchObject({
    promotion: {
      coupon: {
        applies_to: { products: [CATALOG.yearly.stripeProductId, CATALOG.lifetime.stripeProductId] },
      },
    },
  });
});

test.each([
  ["both", ["monthly", "yearly", "lifetime"]],
  ["yearly", ["yearly"]],
])(
  "a code that an earlier release stored with `plan: %s` applies to the same plans as before",
  async (plan, plans) => {
    const { coupons, promotionCodes } = bench.stripe;
    const { id: coupon } = await coupons.create({ percent_off: 10 });
    const { id } = await promotionCodes.create({
      code: `OLD-${plan}`,
      promotion: { type: "coupon", coupon },
      metadata: { plan },
    });
    expect(await run(end, { codeId: id })).toMatchObject({ code: { plans } });
  },
);

test("a code for every plan is stored with `plan: both`, which includes plans of later releases", async () => {
  const { id } = await made({ code: "EVERY", percentOff: 10 });
  expect((await bench.stripe.promotionCodes.retrieve(id)).metadata).toMatchObject({ plan: "both" });
});

test.each([
  [{ plans: [] }, "plans"],
  [{ plan: "monthly" }, undefined],
])("a call that names no plan, or uses the old field `plan`, creates no code (%j)", (change, field) => {
  const { error } = createDiscountCode.input.safeParse({
    requestId: randomUUID(),
    code: "ANY-CODE",
    ...change,
  });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test("each refusal of a code names the field and the reason", async () => {
  await expect(asked("NOTHING")).rejects.toMatchObject(refusedWith(/does not exist/));
  await made({ code: "LIFEONLY", percentOff: 10, plans: ["lifetime"] });
  await expect(asked("LIFEONLY")).rejects.toMatchObject(refusedWith(/only for the lifetime license/));
  const soon = new Date(Date.now() + 60_000);
  await made({ code: "SHORT", percentOff: 10, expiresAt: soon.toISOString() });
  const later = new Date(soon.getTime() + 1000);
  await expect(run(get, { mode: "subscription", code: "SHORT" }, null, later)).rejects.toMatchObject(
    refusedWith(/has expired/),
  );
});

test("a first-purchase code is refused to a customer with a paid invoice, and a used-up code to everyone", async () => {
  const { id } = await made({
    code: "FIRST",
    percentOff: 50,
    firstPurchaseOnly: true,
    maxRedemptions: 1,
    plans: ["monthly"],
  });
  const price = await bench.stripe.prices.create({
    product: CATALOG.monthly.stripeProductId,
    currency: "usd",
    unit_amount: CATALOG.monthly.price,
    recurring: { interval: "month" },
  });
  const customer = (await bench.stripe.customers.create({ email: "ann@example.com" })).id;
  expect(await asked("FIRST", "subscription", customer)).toMatchObject({
    discount: { price_cents: CATALOG.monthly.price / 2 },
  });
  const buy = async (more: object) => {
    const session = await bench.stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: "https://shop.test/success",
      ...more,
    });
    await bench.control(`checkout/${session.id}/pay`, {});
    return session;
  };
  await buy({});
  await expect(asked("FIRST", "subscription", customer)).rejects.toMatchObject(refusedWith(/first purchase/));
  refused = "/v1/invoices";
  onTestFinished(() => {
    refused = undefined;
  });
  await expect(asked("FIRST", "subscription", customer)).rejects.toMatchObject({ statusCode: 500 });
  refused = undefined;
  const other = (await bench.stripe.customers.create({ email: "bob@example.com" })).id;
  const session = await buy({ customer: other, discounts: [{ promotion_code: id }] });
  expect(session.amount_total).toBe(CATALOG.monthly.price / 2);
  await expect(asked("FIRST")).rejects.toMatchObject(refusedWith(/used up/));
});

test("codes that were created elsewhere are not listed and cannot be used", async () => {
  const coupon = await bench.stripe.coupons.create({ percent_off: 100 });
  const foreign = await bench.stripe.promotionCodes.create({
    code: "FREE",
    promotion: { type: "coupon", coupon: coupon.id },
  });
  await expect(asked("FREE")).rejects.toMatchObject(refusedWith(/does not exist/));
  await expect(run(end, { codeId: foreign.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const { codes } = (await run(list, {})) as { codes: DiscountCode[] };
  expect(codes.map(({ code }) => code)).not.toContain("FREE");
  // The name is taken at Stripe, although the code is not ours.
  await expect(run(create, terms({ code: "FREE", percentOff: 10 }))).rejects.toMatchObject({
    code: "CONFLICT",
  });
});

test.each([
  [{}, "percentOff"],
  [{ percentOff: 10, amountOffCents: 100 }, "percentOff"],
  [{ percentOff: 99, plans: ["monthly"] }, "percentOff"],
  [{ amountOffCents: CATALOG.monthly.price - 49, plans: ["monthly"] }, "amountOffCents"],
  [{ percentOff: 10, expiresAt: "2020-01-01T00:00:00.000Z" }, "expiresAt"],
])("a discount code with invalid terms is refused (%j)", (change, field) => {
  expect(() => checkTerms(terms(change), new Date())).toThrow(
    expect.objectContaining({ code: "VALIDATION_ERROR", field }),
  );
});

test("a discount code is accepted if the discounted price is at or above Stripe's minimum", () => {
  for (const change of [
    { percentOff: 98, plans: ["monthly"] },
    { amountOffCents: 29_50, plans: ["monthly"] },
    { percentOff: 99, plans: ["lifetime"] },
  ])
    expect(() => checkTerms(terms(change), new Date())).not.toThrow();
  expect(discounted(3000, { percentOff: 33, amountOffCents: null })).toBe(2010);
});

const AT = "2026-11-01T00:00:00.000Z";
const joined = async (id: string, referralCode: string) =>
  transact(createAffiliate({ ...affiliateOf(id, "maker@example.com"), referralCode }));
const broughtBy = (buyer: string, affiliateId: string) =>
  transact([keepAttribution(buyer, undefined, { affiliateId, rateBasisPoints: 2000, via: "link", at: AT })]);

test("an affiliate's code keeps the affiliate's spelling, and the affiliate's page shows its discount", async () => {
  await joined("anna", "ANNA-0");
  const code = await made({ code: "anna-o", percentOff: 20, forAffiliate: true, plans: ["monthly"] });
  expect(code).toMatchObject({ code: "ANNA-0", affiliate_id: "anna" });
  const affiliate = await getAffiliate("anna");
  expect(affiliate).toMatchObject({ givesDiscount: true });
  expect(affiliate && (await buyerDiscountOf(affiliate, new Date()))).toEqual({
    percent_off: 20,
    amount_off_cents: null,
    plans: ["monthly"],
    first_purchase_only: false,
    link: "/checkout/subscription?code=ANNA-0",
  });
  await run(end, { codeId: code.id });
  expect(affiliate && (await buyerDiscountOf(affiliate, new Date()))).toBeNull();
});

test("a shop's code must not look like an affiliate's code, and an affiliate's code needs an affiliate", async () => {
  await joined("bea", "BEA10");
  for (const change of [
    { code: "BEA1O", percentOff: 10 },
    { code: "NOBODY", percentOff: 10, forAffiliate: true },
  ])
    await expect(run(create, terms(change))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      field: "code",
    });
});

test("an affiliate cannot use the discount of their own code, and no one can once the affiliate is suspended", async () => {
  await joined("cora", "CORA");
  await made({ code: "CORA", percentOff: 10, forAffiliate: true });
  expect(await asked("CORA")).toMatchObject({
    discount: { names_affiliate: true, price_cents: CATALOG.monthly.price * 0.9 },
  });
  const ask = (userId: string) =>
    (get as unknown as Handler)({
      input: { mode: "subscription", code: "CORA" },
      caller: { userId, user: { stripeCustomerId: null } },
      now: new Date(),
    });
  await expect(ask("cora")).rejects.toMatchObject(refusedWith(/your own code/));
  await transact(
    changeStatus(
      { ...affiliateOf("cora", "maker@example.com"), referralCode: "CORA", status: "active" },
      "suspended",
    ),
  );
  await expect(ask("buyer")).rejects.toMatchObject(refusedWith(/no longer/));
});

test("an affiliate's code is offered only to a customer who came through the affiliate's link", async () => {
  await joined("dora", "DORA");
  await made({ code: "DORA", percentOff: 10, forAffiliate: true, plans: ["monthly"] });
  const linked = async (userId: string, mode = "subscription") =>
    (get as unknown as Handler)({
      input: { mode },
      caller: { userId, user: { stripeCustomerId: null } },
      now: new Date(),
    });
  expect(await linked("stranger")).toMatchObject({ offered: true, linked: null });
  await broughtBy("buyer", "dora");
  expect(await linked("buyer")).toMatchObject({ linked: "DORA", discount: null });
  expect(await linked("buyer", "payment")).toMatchObject({ linked: null });
});

test("a buyer who names the affiliate by code at the checkout gets the code's discount", async () => {
  await joined("ella", "ELLA");
  const buyer = { userId: "buyer", customer: null };
  expect(await discountOfCreator("ella", CATALOG.monthly, buyer, new Date())).toBeUndefined();
  await made({ code: "ELLA", percentOff: 10, forAffiliate: true, plans: ["monthly"] });
  expect(await discountOfCreator("ella", CATALOG.monthly, buyer, new Date())).toMatchObject({
    affiliateId: "ella",
    discount: { price_cents: CATALOG.monthly.price * 0.9 },
  });
  expect(await discountOfCreator("ella", CATALOG.lifetime, buyer, new Date())).toBeUndefined();
});
