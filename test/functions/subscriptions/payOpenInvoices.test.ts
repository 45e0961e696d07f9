import type Stripe from "stripe";
import { beforeEach, expect, test, vi } from "vitest";
import { Grant } from "#shared/grants/grant.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { customerUpdated } from "../../../functions/stripeEvents/customerChanged.ts";
import { handler as webhook } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { refuseBlocked } from "../../../functions/subscriptions/invoices/due.ts";
import { handler as payOpenInvoices } from "../../../functions/subscriptions/payOpenInvoices.ts";
import { memoryBilling, NOW, NOW_SECONDS } from "../../support/memory/billing.ts";
import { subscribed } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});
vi.mock(
  "../../../functions/http/http.ts",
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
  // Dunning has ended the subscription, and its event has not arrived yet.
  Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { status: "canceled", ended_at: NOW_SECONDS });
});

const fix = () =>
  (payOpenInvoices as unknown as (given: object) => Promise<unknown>)({
    input: {},
    caller: { userId: "ann", user: ANN },
    now: NOW,
  });

test("fixing the payment of a subscription that has ended at Stripe charges nothing and stores the end", async () => {
  expect(await fix()).toMatchObject({ outcome: "nothing_due", paid_cents: 0 });
  expect(endedFor()).toBe(true);
});

test("fixing the payment for a key that an operator has switched off is refused, and charges nothing", async () => {
  Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { status: "past_due", ended_at: null });
  for (const row of billing.rows.of("grants"))
    if (row.sk === "grant#sub:sub_1")
      billing.rows.put("grants", { ...row, entitlement: { ...Object(row.entitlement), active: false } });
  await expect(fix()).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("switched off"),
  });
  expect(billing.stripe.invoices.in_2?.status).toBe("open");
});

test("fixing a subscription's payment is refused while a bank disputes a payment of the same subscription", () => {
  const grant = Grant.parse(billing.rows.of("grants").find(({ sk }) => sk === "grant#sub:sub_1"));
  const { entitlement, subscription } = grant;
  if (subscription === null) throw new Error("The grant has no subscription");
  const running = { ...grant, subscription: { ...subscription, subscription_status: "past_due" as const } };
  const ended = { ...grant, subscription: { ...subscription, subscription_status: "canceled" as const } };
  const suspended = { entitlement: { ...entitlement, suspensions: ["dispute" as const] } };
  expect(() => refuseBlocked([{ ...ended, ...suspended }, running])).not.toThrow();
  expect(() => refuseBlocked([{ ...running, ...suspended }])).toThrow("Your bank disputes a payment");
});

test("the event about a new card in the portal is accepted even if the subscription has ended at Stripe", async () => {
  const object = { id: "cus_ann", metadata: { userId: "ann" } };
  const data = { object, previous_attributes: { invoice_settings: {} } };
  await expect(customerUpdated({ data } as unknown as Stripe.CustomerUpdatedEvent)).resolves.toEqual({});
});
