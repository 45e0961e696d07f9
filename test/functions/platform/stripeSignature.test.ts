import type { Context } from "aws-lambda";
import Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { stripeWebhook } from "#shared/stripeEvents/stripe.ts";
import type { ApiEvent } from "../../../functions/platform/edge.ts";
import { verifyStripeEvent } from "../../../functions/platform/stripe.ts";
import { stripeEvents } from "../../../functions/platform/stripeEvents.ts";
import { originHashes } from "../../../scripts/deploy/originHashes.ts";

vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () =>
    JSON.stringify({
      secretKey: "sk_test_1",
      webhookSecrets: ["whsec_1"],
      connectWebhookSecrets: ["whsec_2"],
    }),
}));
vi.stubEnv("SECRET_STRIPE", "stripe");
vi.stubEnv("FUNCTION_ID", "stripeEvents/stripeWebhook");
vi.stubEnv("ORIGIN_HASHES", originHashes("first"));

const NOW = new Date("2026-03-04T12:00:00.000Z");
const signed = (payload: string, secret: string) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: NOW.getTime() / 1000 });

test.each([
  ["an event", { id: "evt_1", object: "event" }],
  ["a thin event, which the SDK refuses to build", { id: "evt_2", object: "v2.core.event" }],
  ["null", null],
])("a body that Stripe signed is read: %s", async (_what, event) => {
  const body = JSON.stringify(event);
  expect(await verifyStripeEvent(body, signed(body, "whsec_1"), NOW)).toEqual(event);
  expect(await verifyStripeEvent(body, signed(body, "whsec_2"), NOW)).toEqual(event);
});

test.each([
  ["a signature with another secret", signed("{}", "whsec_3"), "{}"],
  ["a signature of another body", signed("{}", "whsec_1"), "[]"],
  ["an empty signature", "", "{}"],
])("%s is refused", async (_what, signature, body) => {
  await expect(verifyStripeEvent(body, signature, NOW)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("a signature that is more than five minutes old or from the future is refused", async () => {
  for (const minutes of [6, -6]) {
    const then = new Date(NOW.getTime() + minutes * 60_000);
    await expect(verifyStripeEvent("{}", signed("{}", "whsec_1"), then)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  }
});

const genuine = Stripe.webhooks.generateTestHeaderString({ payload: "{", secret: "whsec_2" });

test.each([
  ["a wrong signature", { "stripe-signature": "t=1,v1=00" }, "{}", ["webhook.refused", "request.refused"]],
  ["a missing signature", {}, "{}", ["request.refused"]],
  ["a signed body that is not JSON", { "stripe-signature": genuine }, "{", ["request.refused"]],
])(
  "%s is answered with 400, and only a wrong signature is logged for the alarm",
  async (_what, headers, body, events) => {
    const said: string[] = [];
    const hear = (line: unknown) => void said.push(JSON.parse(String(line)).event);
    for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(hear);
    const handler = stripeEvents(stripeWebhook)(async () => ({ received: true }));
    const event = { headers: { ...headers, "x-origin-secret": "first" }, body } as unknown as ApiEvent;
    const answer = await handler(event, { awsRequestId: "r" } as Context);
    vi.restoreAllMocks();
    expect(answer).toMatchObject({ statusCode: 400 });
    expect(said).toEqual(events);
  },
);
