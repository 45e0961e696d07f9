import type Stripe from "stripe";
import { beforeEach, expect, test, vi } from "vitest";
import { Grant } from "#shared/billing/grant.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { customerUpdated } from "../../../functions/billing/events/customerChanged.ts";
import { handler as payOpenInvoices } from "../../../functions/billing/payOpenInvoices.ts";
import { handler as webhook } from "../../../functions/billing/stripeWebhook.ts";
import { memoryBilling, NOW, NOW_SECONDS } from "../../support/memory/billing.ts";
import { subscribed } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});
vi.mock(
  "../../../functions/platform/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);

const billing = memoryBilling(webhook);
const ANN = { ...newAccount("ann", "ann@example.com", NOW), stripeCustomerId: "cus_ann" };
const endedFor = () =>
  Grant.parse(billing.rows.of("grants").find(({ sk }) => sk === "grant#sub:sub_1")).entitlement.ended;

beforeEach(async () => {
  vi.stubEnv("TABLE_USERS", "users");
  billing.reset(subscribed("past_due"));
  billing.rows.put("users", { pk: "ann", sk: "account", ...ANN });
  await billing.deliver({ id: "evt_1", type: "checkout.session.completed", object: "cs_1" });
  // Dunning has ended it, and nobody has told us yet.
  Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { status: "canceled", ended_at: NOW_SECONDS });
});

test("fixing the payment of a subscription that is over at Stripe charges nothing and stores its end", async () => {
  const call = payOpenInvoices as unknown as (given: object) => Promise<unknown>;
  const answer = await call({ input: {}, caller: { userId: "ann", user: ANN }, now: NOW });
  expect(answer).toMatchObject({ outcome: "nothing_due", paid_cents: 0 });
  expect(endedFor()).toBe(true);
});

test("a card chosen in the portal is left where the subscription is over at Stripe", async () => {
  const object = { id: "cus_ann", metadata: { userId: "ann" } };
  const data = { object, previous_attributes: { invoice_settings: {} } };
  await expect(customerUpdated({ data } as unknown as Stripe.CustomerUpdatedEvent)).resolves.toEqual({});
});
