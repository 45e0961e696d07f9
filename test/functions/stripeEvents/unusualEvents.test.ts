import type { Context } from "aws-lambda";
import { expect, test, vi } from "vitest";
import { handler } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling, NOW_SECONDS } from "../../support/memory/billing.ts";
import { boughtLifetime } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});

const billing = memoryBilling(handler);
const deliver = async (event: unknown): Promise<number> => {
  const request = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    body: JSON.stringify(event),
  };
  const answer = await handler(request as never, { awsRequestId: "request" } as Context);
  return (answer as { statusCode: number }).statusCode;
};
const HEAD = { id: "evt_1", livemode: false, created: 0 };

test.each([
  ["null", null],
  ["a text", "event"],
  ["a thin event", { ...HEAD, object: "v2.core.event", type: "v1.invoice.paid", related_object: {} }],
  ["an object without an id", { ...HEAD, type: "invoice.paid", data: { object: { object: "invoice" } } }],
  ["no object", { ...HEAD, type: "customer.deleted", data: { object: null } }],
])("a signed body with %s is accepted and stores no event", async (_what, event) => {
  billing.reset({});
  expect(await deliver(event), billing.errors.join("\n")).toBe(200);
  expect(billing.rows.of("events")).toEqual([]);
});

test("an event about an object that Stripe does not have is accepted", async () => {
  const { default: Stripe } = await import("stripe");
  billing.reset({});
  const missing = new Stripe.errors.StripeInvalidRequestError({
    type: "invalid_request_error",
    code: "resource_missing",
    message: "No such subscription: 'sub_none'",
    statusCode: 404,
  } as never);
  vi.spyOn(await clientSubscriptions(), "retrieve").mockRejectedValue(missing);
  const event = { ...HEAD, type: "customer.subscription.updated", data: { object: { id: "sub_none" } } };
  expect(await deliver(event), billing.errors.join("\n")).toBe(200);
  expect(billing.rows.of("events")).toMatchObject([{ status: "done" }]);
});

test.each([
  [15, false],
  [16, true],
])("a delivery that Stripe makes %i minutes after its event is late: %s", async (minutes, isLate) => {
  billing.reset(boughtLifetime());
  const created = NOW_SECONDS - minutes * 60;
  const event = { ...HEAD, created, type: "checkout.session.completed", data: { object: { id: "cs_life" } } };
  const warned = vi.spyOn(console, "warn");
  warned.mockClear();
  for (let time = 0; time < 2; time += 1) expect(await deliver(event), billing.errors.join()).toBe(200);
  const late = warned.mock.calls.filter(([line]) => String(line).includes("webhook.late"));
  expect(late).toHaveLength(isLate ? 1 : 0);
});

async function clientSubscriptions() {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return (await stripePlatform.stripe()).subscriptions;
}
