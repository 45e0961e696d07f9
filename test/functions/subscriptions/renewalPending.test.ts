import { expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { HOUR, SECOND } from "#shared/instant.ts";
import type { PlanPreview } from "#shared/subscriptions/planChange.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import { readRights } from "../../../functions/grants/table.ts";
import { stripe } from "../../../functions/platform/stripe.ts";
import { handler as cancel } from "../../../functions/subscriptions/cancelSubscription.ts";
import { handler as end } from "../../../functions/subscriptions/changeSubscription.ts";
import { handler as preview } from "../../../functions/subscriptions/previewPlan.ts";
import { memoryTeam } from "../../support/memory/team.ts";

// Stripe keeps a renewal's invoice as a draft for an hour. In this hour, the period has begun and is not paid yet.

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

const { bench, as, billing, sell, subscribe, look, paid } = memoryTeam(outside, HOUR / SECOND);
const { monthly } = CATALOG;

/** Advances into the hour in which the second month's invoice is a draft. */
async function renew(): Promise<string> {
  await sell(true, true);
  const id = await subscribe(1);
  const { subscription } = await billing();
  expect(subscription).not.toHaveProperty("renewal_pending");
  await bench().forward({ minutes: (subscription.current_period_end - bench().now()) / 60 + 30 });
  return id;
}

test("a customer who cancels before the renewal's charge pays nothing and loses access immediately", async () => {
  const id = await renew();
  expect(await paid(id)).toEqual([monthly.price]);
  const { subscription } = await as<{ subscription: Subscription }>("ann", cancel, { endsToday: true });
  expect(subscription).toMatchObject({ subscription_status: "canceled" });
  expect((await readRights("ann")).grants).toMatchObject([{ entitlement: { ended: true } }]);
  const unpaid = async (status: "draft" | "open") =>
    (await bench().stripe.invoices.list({ subscription: id, status })).data;
  expect([await unpaid("draft"), await unpaid("open")]).toEqual([[], []]);
  await bench().forward({ hours: 1 });
  expect(await paid(id)).toEqual([monthly.price]);
});

test("an operator who cancels before the renewal's charge ends the subscription without a charge", async () => {
  const id = await renew();
  const now = bench().now();
  const { ends_at } = await as<{ ends_at: number }>("operator", end, { userId: "ann", cancel: true });
  expect(ends_at).toBe(now);
  expect(await bench().stripe.subscriptions.retrieve(id)).toMatchObject({ status: "canceled" });
  await bench().forward({ hours: 1 });
  expect(await paid(id)).toEqual([monthly.price]);
});

test("a customer who was promised no charge and cancels after the charge must confirm again", async () => {
  const id = await renew();
  await bench().forward({ hours: 1 });
  const charged = { code: "CONFLICT", message: expect.stringContaining("renewal has been charged") };
  await expect(as("ann", cancel, { endsToday: true })).rejects.toMatchObject(charged);
  expect(await bench().stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: false });
});

test("a customer whose renewal is charged during the cancellation keeps access", async () => {
  const id = await renew();
  const { subscriptions } = await stripe();
  const { retrieve } = subscriptions;
  vi.spyOn(subscriptions, "retrieve").mockImplementationOnce(async (...asked) => {
    const seen = await retrieve.apply(subscriptions, asked);
    await bench().forward({ hours: 1 });
    return seen;
  });
  await expect(as("ann", cancel, { endsToday: true })).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await paid(id)).toEqual([monthly.price, monthly.price]);
  expect(await subscriptions.retrieve(id)).toMatchObject({ status: "active" });
});

test("plan and seats cannot change before the renewal is charged", async () => {
  await renew();
  const wait = { code: "CONFLICT", message: expect.stringContaining("renewal is being charged") };
  await expect(as<PlanPreview>("ann", preview, { to: "yearly" })).rejects.toMatchObject(wait);
  await expect(look(2)).rejects.toMatchObject(wait);
  await bench().forward({ hours: 1 });
  expect((await look(2)).when).toBe("now");
});
