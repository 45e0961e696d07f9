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

test("a second subscription whose payment is disputed is ended, and refunded once the dispute is won", async () => {
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

  // The first one may be over by the time the bank decides: the money is owed back all the same.
  Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { status: "canceled" });
  Object.assign(billing.stripe.disputes.du_1 ?? {}, { status: "won" });
  for (const id of ["evt_3", "evt_4"])
    expect(await billing.deliver({ id, type: "charge.dispute.closed", object: "du_1" })).toBe(200);
  expect(Object.values(billing.stripe.refunds)).toMatchObject([{ payment_intent: payment, amount: 3000 }]);
});
