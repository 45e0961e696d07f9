import { beforeEach, describe, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { Credit } from "#shared/checkout/credit.ts";
import { Grant } from "#shared/grants/grant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { unusedCents } from "../../../functions/checkout/credit/rules.ts";
import { handler as preview } from "../../../functions/checkout/getCredit.ts";
import { handler as settings } from "../../../functions/checkout/getCreditSettings.ts";
import { handler as save } from "../../../functions/checkout/saveCreditSettings.ts";
import { handler as start } from "../../../functions/checkout/startCheckout.ts";
import { render } from "../../../functions/mail/templates/render.ts";
import { applyCheckout } from "../../../functions/stripeEvents/checkoutCompleted.ts";
import { handler as read } from "../../../functions/subscriptions/getSubscription.ts";
import { sandboxShop } from "../../support/memory/sandboxShop.ts";
import { putOffer } from "../../support/memory/worlds.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
const outside = vi.hoisted(() => ({ url: "", mails: [] as unknown[] }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));
vi.mock("../../../functions/platform/queue.ts", () => ({
  enqueue: async (_queue: string, sent: unknown[]) => outside.mails.push(...sent),
}));
const { bench, customer, now, rows, prices, subscribe } = sandboxShop(outside, ["monthly", "lifetime"], {
  FUNCTION_ID: "checkout/startCheckout",
  SITE_ORIGIN: "https://site.example",
  SITE_URL: "https://site.example",
  MAIL_QUEUE_URL: "mails",
});
let subscription = "";
beforeEach(async () => {
  outside.mails.length = 0;
  putOffer(rows, { total: 5, sold: 0, reserved: 0 });
  subscription = await subscribe(prices.monthly);
  await run(read, { force: true });
});

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const run = async <T>(handler: unknown, input: object = {}): Promise<T> =>
  (handler as Handler)({
    input,
    caller: {
      userId: "ann",
      user: {
        ...newAccount("ann", "ann@example.com", now()),
        emailConfirmed: true,
        stripeCustomerId: customer(),
      },
      address: null,
      country: null,
      userAgent: null,
    },
    now: now(),
  }) as Promise<T>;
const give = () => run(save, { given: true, version: 0 });
const shown = async () => (await run<{ credit: Credit | null }>(preview)).credit;
const checkout = (credit?: object, more: object = {}) =>
  run<{ sessionId: string }>(start, {
    price_id: prices.lifetime,
    mode: "payment",
    success_url: "https://site.example/success",
    cancel_url: "https://site.example/dashboard",
    ...(credit ? { credit } : {}),
    ...more,
  });
async function opened(): Promise<{ session: string; cents: number }> {
  const credit = await shown();
  if (credit === null) throw new Error("There is no credit");
  const { cents, at } = credit;
  return { session: (await checkout({ cents, at })).sessionId, cents };
}
async function pay(session: string): Promise<void> {
  bench().sandbox.acts.payCheckout(session, { card: "4242424242424242" });
  await applyCheckout(session, now());
}
async function untilBeforeTheEnd(minutes: number): Promise<void> {
  const end = (await atStripe()).items.data[0]?.current_period_end ?? 0;
  await bench().forward({ minutes: Math.floor((end - bench().now()) / 60) - minutes });
}
const atStripe = () => bench().stripe.subscriptions.retrieve(subscription);
const grant = (source: string) =>
  rows
    .of("grants")
    .flatMap((row) => Grant.safeParse(row).data ?? [])
    .find((one) => one.source === source);
const monthPayment = async () => {
  const { data } = await bench().stripe.paymentIntents.list({ customer: customer(), limit: 100 });
  return data.at(-1)?.id ?? "";
};
const monthCharge = async () =>
  (await bench().stripe.paymentIntents.retrieve(await monthPayment())).latest_charge;
const refunded = async (session: string) => {
  const { payment_intent } = await bench().stripe.checkout.sessions.retrieve(session);
  const { data } = await bench().stripe.refunds.list({ payment_intent: String(payment_intent) });
  return data.reduce((sum, { amount }) => sum + amount, 0);
};
const mails = (template: string) =>
  (outside.mails as Mail[])
    .filter((mail) => mail.template === template)
    .map((mail) => render(mail, "https://site.example").text);

const LIFETIME = CATALOG.lifetime.price;

describe("the unused amount of a paid month", () => {
  const month = { start: 0, end: 30 * 86_400, cents: 30_00 };
  test("is counted by the second and rounded down", () => {
    expect(unusedCents(month, 0)).toBe(30_00);
    expect(unusedCents(month, 15 * 86_400)).toBe(15_00);
    expect(unusedCents(month, 15 * 86_400 + 1)).toBe(14_99);
  });
  test("leaves at least Stripe's minimum charge to be paid for the license", () => {
    expect(unusedCents({ ...month, cents: LIFETIME - 50 }, 0)).toBe(LIFETIME - 50);
    expect(unusedCents({ ...month, cents: LIFETIME }, 0)).toBe(LIFETIME - 50);
  });
  test("is zero in the last hour of the period and before the period begins", () => {
    expect(unusedCents({ ...month, cents: 300_00 }, month.end - 3600)).toBeGreaterThan(0);
    expect(unusedCents({ ...month, cents: 300_00 }, month.end - 3599)).toBe(0);
    expect(unusedCents(month, -1)).toBe(0);
  });
});

describe("the operator's switch for the credit", () => {
  test("is off by default, and the paid month runs out without a credit", async () => {
    expect(await run(settings)).toEqual({ given: false, version: 0 });
    expect(await shown()).toBeNull();
    await expect(checkout({ cents: 1000, at: bench().now() })).rejects.toMatchObject({ code: "CONFLICT" });
    await pay((await checkout()).sessionId);
    expect(await atStripe()).toMatchObject({ status: "active", cancel_at_period_end: true });
    expect(grant("lifetime")).toMatchObject({ revives: null });
  });

  test("is saved with an audit entry, unless another operator has changed it", async () => {
    await give();
    expect(await run(settings)).toEqual({ given: true, version: 1 });
    expect(rows.of("audit")).toMatchObject([{ before: { given: false }, after: { given: true } }]);
    await expect(give()).rejects.toMatchObject({ code: "CONFLICT", message: /Another operator/ });
  });
});

describe("the credit for unused days", () => {
  beforeEach(async () => {
    await give();
    await bench().forward({ days: 10 });
  });

  test("is subtracted from the price, the subscription ends, and the customer keeps the license key", async () => {
    const before = grant("subscription");
    const { session, cents } = await opened();
    // Ten days of a month are used.
    expect(cents / CATALOG.monthly.price).toBeGreaterThan(0.66);
    expect(cents / CATALOG.monthly.price).toBeLessThan(0.7);
    expect((await bench().stripe.checkout.sessions.retrieve(session)).amount_total).toBe(LIFETIME - cents);
    expect((await atStripe()).status).toBe("active");
    await pay(session);
    expect(await atStripe()).toMatchObject({ status: "canceled", cancel_at_period_end: false });
    expect(await refunded(session)).toBe(0);
    expect(grant("lifetime")).toMatchObject({ licenseKey: before?.licenseKey, revives: before?.id });
    const [seat] = rows.of("seats").filter(({ pk }) => pk === before?.licenseKey);
    expect(seat).toMatchObject({ source: "lifetime", grantId: grant("lifetime")?.id });
    const paid = rows.of("events").filter((row) => row.product === "lifetime" && row.amountCents);
    expect(paid).toMatchObject([{ amountCents: LIFETIME - cents, baseCents: LIFETIME - cents }]);
    expect(mails("licenseKey").join()).toContain(
      `$${(cents / 100).toFixed(2)} for unused days of your subscription came off the price`,
    );
    await applyCheckout(session, now());
    expect(rows.of("grants").filter(({ source }) => source === "lifetime")).toHaveLength(1);
  });

  test("is calculated from the discounted price if the month had a discount", async () => {
    const { id } = await bench().stripe.coupons.create({ percent_off: 50, duration: "forever" });
    await bench().stripe.subscriptions.update(subscription, { discounts: [{ coupon: id }] });
    await untilBeforeTheEnd(0);
    await bench().forward({ minutes: 120 });
    await run(read, { force: true });
    const { cents } = (await shown()) ?? { cents: 0 };
    expect(cents).toBeLessThanOrEqual(CATALOG.monthly.price / 2);
    expect(cents).toBeGreaterThan(CATALOG.monthly.price * 0.49);
  });

  test("is a coupon that can be used once and has no code that a buyer could type", async () => {
    const { session, cents } = await opened();
    await pay(session);
    const { data } = await bench().stripe.coupons.list();
    const own = data.filter(({ metadata }) => metadata?.creditOf === subscription);
    expect(own).toMatchObject([{ amount_off: cents, times_redeemed: 1, max_redemptions: 1, valid: false }]);
    const codes = await bench().stripe.promotionCodes.list({ coupon: own[0]?.id ?? "" });
    expect(codes.data).toEqual([]);
  });

  test("keeps its checkout page when the request is repeated, and gets a new page after a newer preview", async () => {
    const credit = await shown();
    const shownCredit = { cents: credit?.cents, at: credit?.at };
    const first = await checkout(shownCredit);
    expect(await checkout(shownCredit)).toEqual(first);
    await bench().forward({ minutes: 10 });
    const { session } = await opened();
    expect(session).not.toBe(first.sessionId);
    expect((await bench().stripe.checkout.sessions.retrieve(first.sessionId)).status).toBe("expired");
  });

  test("does not end the subscription if the checkout page expires unpaid", async () => {
    const { session } = await opened();
    await bench().stripe.checkout.sessions.expire(session);
    await applyCheckout(session, now());
    expect((await atStripe()).status).toBe("active");
    expect(grant("lifetime")).toBeUndefined();
  });

  test.each([
    ["an amount that was not shown", async (credit: Credit) => ({ cents: credit.cents + 1, at: credit.at })],
    [
      "a preview of 16 minutes ago",
      async ({ cents, at }: Credit) => {
        await bench().forward({ minutes: 16 });
        return { cents, at };
      },
    ],
    ["a preview from the future", async ({ cents, at }: Credit) => ({ cents, at: at + 3600 })],
  ])("is refused for %s", async (_, changed) => {
    const credit = await shown();
    if (credit === null) throw new Error("There is no credit");
    await expect(checkout(await changed(credit))).rejects.toMatchObject({
      code: "CONFLICT",
      field: "credit",
    });
  });

  test("is refused together with a discount code", async () => {
    const credit = await shown();
    await expect(checkout({ ...credit }, { code: "SPRING" })).rejects.toMatchObject({ field: "credit" });
  });

  test.each([
    [
      "was refunded",
      async () => void (await bench().stripe.refunds.create({ payment_intent: await monthPayment() })),
    ],
    [
      "was refunded in part",
      async () =>
        void (await bench().stripe.refunds.create({ payment_intent: await monthPayment(), amount: 100 })),
    ],
    ["is disputed", async () => void (await bench().control("disputes", { charge: await monthCharge() }))],
  ])("is refused, and the price of the license is refunded, if the month's payment %s", async (_, goBack) => {
    const { session } = await opened();
    await goBack();
    expect(await shown()).toBeNull();
    await pay(session);
    const { amount_total } = await bench().stripe.checkout.sessions.retrieve(session);
    expect(await refunded(session)).toBe(amount_total);
    expect(grant("lifetime")).toBeUndefined();
    expect((await atStripe()).status).toBe("active");
    expect(mails("creditOver").join()).toContain("The refund changes nothing about your subscription.");
    expect(rows.of("promotions").find(({ pk }) => pk === "promotion")).toMatchObject({
      sold: 0,
      reserved: 0,
    });
    await applyCheckout(session, now());
    expect(await refunded(session)).toBe(amount_total);
  });

  test("is available again once a dispute about the payment is won", async () => {
    await opened();
    const { id } = await bench().control("disputes", { charge: await monthCharge() });
    expect(await shown()).toBeNull();
    await bench().control(`disputes/${id}/close`, { outcome: "won" });
    expect(await shown()).not.toBeNull();
  });

  test("is followed by the refund of a renewal that is charged after the customer has paid for the license", async () => {
    await untilBeforeTheEnd(120);
    const { session } = await opened();
    bench().sandbox.acts.payCheckout(session, { card: "4242424242424242" });
    await bench().forward({ hours: 5 });
    const { latest_invoice } = await atStripe();
    await applyCheckout(session, now());
    expect((await atStripe()).status).toBe("canceled");
    expect(grant("lifetime")).toBeDefined();
    const { data } = await bench().stripe.refunds.list({ limit: 1 });
    const renewal = await bench().stripe.invoices.retrieve(String(latest_invoice), { expand: ["payments"] });
    expect(data[0]?.payment_intent).toBe(renewal.payments?.data[0]?.payment.payment_intent);
    expect(data[0]?.amount).toBe(CATALOG.monthly.price);
  });

  test("is not given in the last hour of a period", async () => {
    await untilBeforeTheEnd(61);
    expect(await shown()).not.toBeNull();
    await bench().forward({ minutes: 2 });
    expect(await shown()).toBeNull();
  });
});
