import Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { verifyStripeEvent } from "../../../functions/platform/stripe.ts";

vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () =>
    JSON.stringify({
      secretKey: "sk_test_1",
      webhookSecrets: ["whsec_1"],
      connectWebhookSecrets: ["whsec_2"],
    }),
}));
vi.stubEnv("SECRET_STRIPE", "stripe");

const NOW = new Date("2026-03-04T12:00:00.000Z");
const signed = (payload: string, secret: string) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: NOW.getTime() / 1000 });

test.each([
  ["an event", { id: "evt_1", object: "event" }],
  ["a thin event, which the SDK refuses to build", { id: "evt_2", object: "v2.core.event" }],
  ["null", null],
])("%s that Stripe signed is read", async (_what, event) => {
  const body = JSON.stringify(event);
  expect(await verifyStripeEvent(body, signed(body, "whsec_1"), NOW)).toEqual(event);
  expect(await verifyStripeEvent(body, signed(body, "whsec_2"), NOW)).toEqual(event);
});

test.each([
  ["another secret's", signed("{}", "whsec_3"), "{}"],
  ["another body's", signed("{}", "whsec_1"), "[]"],
  ["no", "", "{}"],
])("%s signature is refused", async (_what, signature, body) => {
  await expect(verifyStripeEvent(body, signature, NOW)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("a signature older than five minutes is refused, and so is one from the future", async () => {
  for (const minutes of [6, -6]) {
    const then = new Date(NOW.getTime() + minutes * 60_000);
    await expect(verifyStripeEvent("{}", signed("{}", "whsec_1"), then)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  }
});
