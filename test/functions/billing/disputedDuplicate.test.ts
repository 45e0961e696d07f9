import { expect, test, vi } from "vitest";
import { handler } from "../../../functions/billing/stripeWebhook.ts";
import { render } from "../../../functions/mail/render.ts";
import { memoryBilling } from "../../support/memory/billing.ts";
import { subscribedTwice } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});

const billing = memoryBilling(handler);
const deliver = (id: string, object: string) =>
  billing.deliver({ id, type: "checkout.session.completed", object });

test("a second subscription whose payment is disputed is ended, and nobody tries to refund it", async () => {
  billing.reset(subscribedTwice());
  expect(await deliver("evt_1", "cs_1")).toBe(200);
  const { sub_2 } = billing.stripe.subscriptions;
  const payment = billing.stripe.invoices[sub_2?.latest_invoice ?? ""]?.payment ?? "";
  billing.stripe.disputes = { du_1: { id: "du_1", payment_intent: payment, status: "needs_response" } };

  expect(await deliver("evt_2", "cs_2"), billing.errors.join("\n")).toBe(200);

  expect(billing.stripe.subscriptions.sub_2?.status).toBe("canceled");
  expect(billing.stripe.refunds).toEqual({});
  const told = billing.mails.filter(({ template }) => template === "needsAttention");
  expect(told.map((mail) => render(mail, "https://site.example").text).join()).toContain(
    "Its payment is disputed and cannot be refunded before the bank decides",
  );
});
