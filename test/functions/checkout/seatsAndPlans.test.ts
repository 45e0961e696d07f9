import { describe, expect, test, vi } from "vitest";
import { CATALOG, type SubscriptionPlan } from "#shared/catalog/catalog.ts";
import type { Credit } from "#shared/checkout/credit.ts";
import type { RefundOffer } from "#shared/refunds/refunds.ts";
import type { PlanPreview } from "#shared/subscriptions/planChange.ts";
import { handler as previewCredit } from "../../../functions/checkout/getCredit.ts";
import { handler as giveCredit } from "../../../functions/checkout/saveCreditSettings.ts";
import { handler as offer } from "../../../functions/refunds/getRefundOffer.ts";
import { handler as change } from "../../../functions/subscriptions/changePlan.ts";
import { handler as preview } from "../../../functions/subscriptions/previewPlan.ts";
import { type Changed, memoryTeam } from "../../support/memory/team.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
const outside = vi.hoisted(() => ({ url: "", mails: [] as unknown[] }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/queue.ts", () => ({
  enqueue: async (_: string, mails: unknown[]) => void outside.mails.push(...mails),
}));
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));

const { monthly } = CATALOG;
const { bench, as, billing, sell, subscribe, look, resize, paid } = memoryTeam(outside);

const lookAt = (to: SubscriptionPlan) => as<PlanPreview>("ann", preview, { to });
async function switchTo(to: SubscriptionPlan): Promise<Changed> {
  const { at, due_cents } = await lookAt(to);
  return as<Changed>("ann", change, { to, at, due_cents });
}
const subscription = async () => (await billing()).subscription;
const scheduleOf = async (id: string) => (await bench().stripe.subscriptions.retrieve(id)).schedule;

describe("in the first month after a yearly period, while the schedule at Stripe still exists", () => {
  async function backToMonthly(seats: number): Promise<string> {
    await sell(true, true);
    const id = await subscribe(seats, "yearly");
    await switchTo("monthly");
    await bench().forward({ days: 366 });
    expect(await subscription()).not.toHaveProperty("plan");
    expect(await scheduleOf(id)).not.toBeNull();
    return id;
  }

  test("a seat can be given up, and the next month costs less", async () => {
    const id = await backToMonthly(3);
    expect((await resize(2)).subscription).toMatchObject({ quantity: 2 });
    await bench().forward({ days: 31 });
    expect((await paid(id)).slice(0, 2)).toEqual([2 * monthly.price, 3 * monthly.price]);
  });

  test("a seat can be added, and it is still there in the next month", async () => {
    const id = await backToMonthly(2);
    expect(await resize(3)).toMatchObject({ outcome: "changed", subscription: { quantity: 3 } });
    await bench().forward({ days: 31 });
    expect((await paid(id))[0]).toBe(3 * monthly.price);
    expect(await subscription()).toMatchObject({ quantity: 3 });
  });

  test("the customer can switch to yearly again and then back to monthly", async () => {
    const id = await backToMonthly(1);
    expect(await switchTo("yearly")).toMatchObject({ outcome: "changed", subscription: { plan: "yearly" } });
    expect((await switchTo("monthly")).outcome).toBe("scheduled");
    // This event triggers the mail about the planned change. The metadata already names the monthly plan from the first
    // change, so Stripe sends the event only because `nextPlanAt` differs.
    const { data } = await bench().stripe.events.list({ type: "customer.subscription.updated", limit: 1 });
    expect(data).toMatchObject([{ data: { previous_attributes: { metadata: {} } } }]);
    await bench().forward({ days: 366 });
    expect((await paid(id))[0]).toBe(monthly.price);
  });
});

test("a preview of more seats or another plan does not touch a schedule at Stripe that plans nothing", async () => {
  await sell(true, true);
  const id = await subscribe(2);
  const { id: made } = await bench().stripe.subscriptionSchedules.create({ from_subscription: id });
  expect((await look(3)).when).toBe("now");
  expect((await lookAt("yearly")).when).toBe("now");
  expect(await scheduleOf(id)).toBe(made);
});

test("seats can change although an interrupted request left a schedule at Stripe that plans nothing", async () => {
  await sell(true, true);
  const id = await subscribe(3, "yearly");
  await bench().stripe.subscriptionSchedules.create({ from_subscription: id });
  expect((await resize(2)).subscription).toMatchObject({ quantity: 2 });
  expect(await scheduleOf(id)).toBeNull();
});

test.each(["a next phase", "an end"])(
  "seats cannot change under a schedule from Stripe's dashboard that plans %s",
  async (what) => {
    await sell(true, true);
    const id = await subscribe(3, "yearly");
    const { subscriptionSchedules } = bench().stripe;
    const made = await subscriptionSchedules.create({ from_subscription: id });
    const [running] = made.phases;
    const items = running?.items.map(({ price, quantity = 1 }) => ({ price: String(price), quantity })) ?? [];
    const first = { items, start_date: running?.start_date ?? 0, end_date: running?.end_date ?? 0 };
    await (what === "an end"
      ? subscriptionSchedules.update(made.id, { end_behavior: "cancel" })
      : subscriptionSchedules.update(made.id, { phases: [first, { items }] }));
    await expect(look(2)).resolves.toMatchObject({ due_cents: 0 });
    await expect(resize(2)).rejects.toMatchObject({ code: "CONFLICT", message: /has changed/ });
    await expect(look(4)).rejects.toMatchObject({ code: "CONFLICT", message: /has changed/ });
    expect(await scheduleOf(id)).toBe(made.id);
  },
);

describe("the guarantee of a yearly team", () => {
  const offered = async () => (await as<{ offer: RefundOffer | null }>("ann", offer)).offer;

  test("covers the first yearly payment and the payment for a later seat, until 30 days after the first payment", async () => {
    await sell(true, true);
    const id = await subscribe(1);
    await bench().forward({ days: 25 });
    await switchTo("yearly");
    const began = bench().now();
    await bench().forward({ days: 20 });
    await resize(2);
    expect((await subscription()).plan_since).toBe(began);
    const [seat = 0] = await paid(id);
    // The guarantee returns the yearly payment and the month that was credited to it.
    const amount_cents = seat + CATALOG.yearly.price;
    expect(await offered()).toMatchObject({ product: "yearly", amount_cents });
    await bench().forward({ days: 12 });
    expect(await offered()).toBeNull();
  });

  test("does not restart with a seat that is added after half a year", async () => {
    await sell(true, true);
    await subscribe(1, "yearly");
    await bench().forward({ days: 180 });
    await resize(2);
    expect(await offered()).toBeNull();
  });

  test("restarts when the customer returns to the yearly plan", async () => {
    await sell(true, true);
    await subscribe(1, "yearly");
    await switchTo("monthly");
    await bench().forward({ days: 366 });
    await billing();
    await switchTo("yearly");
    const amount_cents = CATALOG.yearly.price;
    expect(await offered()).toMatchObject({ product: "yearly", amount_cents });
  });
});

test("the lifetime credit excludes seats that were given up", async () => {
  const credit = async () => (await as<{ credit: Credit | null }>("ann", previewCredit)).credit;
  await sell(true, true);
  await as("operator", giveCredit, { given: true, version: 0 });
  await subscribe(5);
  await resize(1);
  expect(await credit()).toBeNull();
  await bench().forward({ days: 31 });
  await billing();
  expect((await credit())?.cents).toBeGreaterThan(monthly.price / 2);
  expect((await credit())?.cents).toBeLessThanOrEqual(monthly.price);
  // Twenty yearly seats cost more than the license.
  await resize(20);
  await switchTo("yearly");
  await resize(1);
  expect((await paid((await subscription()).subscription_id))[0]).toBeGreaterThan(CATALOG.lifetime.price);
  expect(await credit()).toBeNull();
});
