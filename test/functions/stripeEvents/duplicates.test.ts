import { expect, test, vi } from "vitest";
import { Grant } from "#shared/grants/grant.ts";
import { render } from "../../../functions/mail/templates/render.ts";
import { handler } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling } from "../../support/memory/billing.ts";
import {
  boughtLifetime,
  putOffer,
  putReservation,
  subscribed,
  subscribedTwice,
} from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});

const billing = memoryBilling(handler);
const deliver = (id: string, object: string) =>
  billing.deliver({ id, type: "checkout.session.completed", object });

test("a disputed second subscription ends, and is refunded once the dispute is won", async () => {
  billing.reset(subscribedTwice());
  expect(await deliver("evt_1", "cs_1")).toBe(200);
  const { sub_2 } = billing.stripe.subscriptions;
  const payment = billing.stripe.invoices[sub_2?.latest_invoice ?? ""]?.payment ?? "";
  billing.stripe.disputes = { du_1: { id: "du_1", payment_intent: payment, status: "needs_response" } };

  expect(await deliver("evt_2", "cs_2"), billing.errors.join("\n")).toBe(200);

  expect(billing.stripe.subscriptions.sub_2?.status).toBe("canceled");
  expect(billing.stripe.refunds).toEqual({});
  const effects = billing.rows.of("events").filter(({ sessionId }) => sessionId === "cs_2");
  expect(effects).toMatchObject([{ licenseKey: null, refusal: "subscribed already" }]);
  const told = billing.mails.filter(({ template }) => template === "needsAttention");
  expect(told.map((mail) => render(mail, "https://site.example").text).join()).toContain(
    "Its payment is disputed and cannot be refunded until the bank decides",
  );

  // The refund is due even if the first subscription has ended before the bank decides.
  Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { status: "canceled" });
  Object.assign(billing.stripe.disputes.du_1 ?? {}, { status: "won" });
  for (const id of ["evt_3", "evt_4"])
    expect(await billing.deliver({ id, type: "charge.dispute.closed", object: "du_1" })).toBe(200);
  expect(Object.values(billing.stripe.refunds)).toMatchObject([{ payment_intent: payment, amount: 3000 }]);
});

test("an unpaid second subscription ends, and its mail mentions no refund", async () => {
  billing.reset(subscribedTwice());
  expect(await deliver("evt_1", "cs_1")).toBe(200);
  delete billing.stripe.invoices[billing.stripe.subscriptions.sub_2?.latest_invoice ?? ""]?.payment;
  expect(await deliver("evt_2", "cs_2"), billing.errors.join("\n")).toBe(200);
  expect(billing.stripe.subscriptions.sub_2?.status).toBe("canceled");
  expect(billing.stripe.refunds).toEqual({});
  const told = billing.mails.filter(({ template }) => template === "needsAttention");
  const texts = told.map((mail) => render(mail, "https://site.example").text).join();
  expect(texts).toContain("The subscription was canceled. Nothing had been paid for it.");
  expect(texts).not.toContain("refunded");
});

test("the mail about the refund of a second subscription says that the subscription has ended", async () => {
  billing.reset(subscribedTwice());
  // The second subscription gets the key, because its event arrives first.
  expect(await deliver("evt_1", "cs_2")).toBe(200);
  const { sub_2 } = billing.stripe.subscriptions;
  const payment = billing.stripe.invoices[sub_2?.latest_invoice ?? ""]?.payment ?? "";
  billing.stripe.refunds = {
    re_1: { id: "re_1", payment_intent: payment, amount: 3000, status: "succeeded", metadata: {} },
  };
  expect(await deliver("evt_2", "cs_1"), billing.errors.join("\n")).toBe(200);
  expect(await billing.deliver({ id: "evt_3", type: "refund.created", object: "re_1" })).toBe(200);
  const told = billing.mails.filter(({ template }) => template === "refunded");
  expect(told.map((mail) => render(mail, "https://site.example").text).join()).toContain(
    "This subscription and its license have ended.",
  );
});

/** Ann's lifetime license is refunded, she subscribes, and then the refund fails, which restores the license. */
async function subscribedBesideARestoredLicense(): Promise<void> {
  const lifetime = boughtLifetime();
  const active = subscribed("active");
  const payment = lifetime.payments?.pi_life;
  if (!payment) throw new Error("There is no payment");
  const before = (active.subscriptions.sub_1?.created ?? 0) - 60;
  billing.reset({
    ...active,
    sessions: { ...active.sessions, ...lifetime.sessions },
    payments: { ...active.payments, pi_life: { ...payment, created: before } },
  });
  putOffer(billing.rows, { total: 5, sold: 0, reserved: 1 });
  putReservation(billing.rows, "held");
  const refund = { id: "re_life", payment_intent: "pi_life", amount: payment.amount, metadata: {} };
  expect(await deliver("evt_life", "cs_life")).toBe(200);
  billing.stripe.refunds = { re_life: { ...refund, status: "succeeded" } };
  expect(await billing.deliver({ id: "evt_re", type: "refund.created", object: "re_life" })).toBe(200);
  expect(await deliver("evt_sub", "cs_1")).toBe(200);
  billing.stripe.refunds = { re_life: { ...refund, status: "failed" } };
  expect(await billing.deliver({ id: "evt_back", type: "refund.failed", object: "re_life" })).toBe(200);
}
const grants = () => billing.rows.of("grants").flatMap((row) => Grant.safeParse(row).data ?? []);
const stateOf = (id: string) => grants().find((grant) => grant.id === id)?.entitlement;

test("a subscription beside a restored lifetime license ends when its payment is refunded", async () => {
  await subscribedBesideARestoredLicense();
  expect([stateOf("life:pi_life")?.revocations, stateOf("sub:sub_1")?.ended]).toEqual([[], false]);
  billing.stripe.refunds.re_2 = {
    id: "re_2",
    payment_intent: "pi_2",
    amount: 3000,
    status: "succeeded",
    metadata: {},
  };

  const refunded = { id: "evt_2", type: "refund.created", object: "re_2" };
  expect(await billing.deliver(refunded), billing.errors.join("\n")).toBe(200);

  expect(billing.stripe.subscriptions.sub_1?.status).toBe("canceled");
  expect(stateOf("sub:sub_1")?.ended).toBe(true);
  const told = billing.mails.filter(({ id }) => id === "duplicate:sub_1");
  expect(told.map((mail) => render(mail, "https://site.example").text).join()).toContain(
    "canceled and refunded",
  );
});

test("a second subscription ends after a lost dispute, and its mail promises no refund", async () => {
  await subscribedBesideARestoredLicense();
  billing.stripe.disputes = { du_1: { id: "du_1", payment_intent: "pi_2", status: "lost" } };
  expect(await billing.deliver({ id: "evt_3", type: "charge.dispute.closed", object: "du_1" })).toBe(200);
  expect(billing.stripe.subscriptions.sub_1?.status).toBe("canceled");
  expect(Object.values(billing.stripe.refunds).map(({ id }) => id)).toEqual(["re_life"]);
  const told = billing.mails.filter(({ id }) => id === "duplicate:sub_1");
  expect(told.map((mail) => render(mail, "https://site.example").text).join()).toContain(
    "The bank returned its payment after a dispute",
  );
});

test("a lifetime owner's new subscription ends and is refunded", async () => {
  const lifetime = boughtLifetime();
  const active = subscribed("active");
  const { pi_life } = lifetime.payments ?? {};
  if (!pi_life) throw new Error("There is no payment");
  const before = (active.subscriptions.sub_1?.created ?? 0) - 60;
  billing.reset({
    ...active,
    sessions: { ...active.sessions, ...lifetime.sessions },
    payments: { ...active.payments, pi_life: { ...pi_life, created: before } },
  });
  putOffer(billing.rows, { total: 5, sold: 0, reserved: 1 });
  putReservation(billing.rows, "held");
  expect(await deliver("evt_1", "cs_life")).toBe(200);

  expect(await deliver("evt_2", "cs_1"), billing.errors.join("\n")).toBe(200);

  expect(billing.stripe.subscriptions.sub_1?.status).toBe("canceled");
  expect(Object.values(billing.stripe.refunds)).toMatchObject([{ payment_intent: "pi_2", amount: 3000 }]);
  const effects = billing.rows.of("events").filter(({ sessionId }) => sessionId === "cs_1");
  expect(effects).toMatchObject([{ mode: "subscription", licenseKey: null, refusal: "owned already" }]);
  const told = billing.mails.filter(({ id }) => id === "duplicate:sub_1");
  expect(told.map((mail) => render(mail, "https://site.example").text.replace(/\s+/g, " ")).join()).toContain(
    "although they already had a license. The subscription was canceled and refunded. Their earlier license continues.",
  );
});

test("a second lifetime license is not granted, and its payment is refunded", async () => {
  const first = boughtLifetime();
  const { cs_life } = first.sessions ?? {};
  const { pi_life } = first.payments ?? {};
  if (!cs_life || !pi_life) throw new Error("There is no purchase");
  billing.reset({
    sessions: { cs_life, cs_again: { ...cs_life, id: "cs_again", payment_intent: "pi_again" } },
    payments: { pi_life, pi_again: { ...pi_life, id: "pi_again" } },
  });
  putOffer(billing.rows, { total: 5, sold: 0, reserved: 1 });
  putReservation(billing.rows, "held");
  expect(await deliver("evt_1", "cs_life")).toBe(200);

  expect(await deliver("evt_2", "cs_again"), billing.errors.join("\n")).toBe(200);

  expect(Object.values(billing.stripe.refunds)).toMatchObject([
    { payment_intent: "pi_again", amount: pi_life.amount },
  ]);
  expect(grants()).toHaveLength(1);
  const effects = billing.rows.of("events").filter(({ sessionId }) => sessionId === "cs_again");
  expect(effects).toMatchObject([{ licenseKey: null, refusal: "owned already" }]);
  const told = billing.mails.filter(({ id }) => id === "owned-already:cs_again");
  expect(told.map((mail) => render(mail, "https://site.example").text).join()).toContain(
    "was refunded in full. No license was issued for it.",
  );
});
