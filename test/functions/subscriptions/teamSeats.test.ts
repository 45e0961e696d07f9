import { describe, expect, test, vi } from "vitest";
import { CATALOG, MAX_SEATS } from "#shared/catalog/catalog.ts";
import type { PlanPreview } from "#shared/subscriptions/planChange.ts";
import { inMoney } from "#shared/words.ts";
import { creditable } from "../../../functions/checkout/credit/rules.ts";
import { openRights, readRights } from "../../../functions/grants/table.ts";
import { paidInvoice } from "../../../functions/payments/facts/invoiceFacts.ts";
import { fetchSubscription } from "../../../functions/payments/facts/subscriptionFacts.ts";
import { handler as change } from "../../../functions/subscriptions/changePlan.ts";
import { planMail } from "../../../functions/subscriptions/plans/planMail.ts";
import { handler as preview } from "../../../functions/subscriptions/previewPlan.ts";
import { handler as remove } from "../../../functions/subscriptions/removeMember.ts";
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

const { monthly, yearly } = CATALOG;
const {
  bench,
  customer,
  as,
  billing,
  sell,
  subscribe,
  look,
  resize,
  asks,
  joins,
  codeOf,
  follow,
  seatOf,
  paid,
} = memoryTeam(outside);

describe("changing the number of seats", () => {
  test("charges the previewed amount for a new period of all seats, less the unused days", async () => {
    await sell();
    const id = await subscribe(2);
    await joins("ben");
    await bench().forward({ days: 10 });
    const shown = await look(3);
    const credit = Math.round((2 * monthly.price * 21) / 31);
    expect(shown).toMatchObject({
      when: "now",
      price_cents: 3 * monthly.price,
      credit_cents: credit,
      due_cents: 3 * monthly.price - credit,
    });
    const done = await resize(3);
    expect(done).toMatchObject({ outcome: "changed", subscription: { quantity: 3 } });
    expect(await paid(id)).toEqual([3 * monthly.price - credit, 2 * monthly.price]);
    // The grant now depends on the payment for the new period.
    const [grant] = (await readRights("ann")).grants;
    const latest = (await bench().stripe.invoices.list({ subscription: id })).data[0];
    expect(grant?.latestInvoiceId).toBe(latest?.id);
    // The figures count this invoice at the full price of all seats, without the credit.
    const { reading } = await openRights("ann");
    const own = await fetchSubscription(reading, id);
    if (!own || !latest) throw new Error("no invoice");
    expect(paidInvoice(latest, own)).toMatchObject({ invoicedCents: 3 * monthly.price });
    await asks("eve");
  });

  test("charges nothing if the amount differs from the preview or the preview is old", async () => {
    await sell();
    const id = await subscribe(1);
    await expect(resize(2, { due_cents: 1 })).rejects.toMatchObject({ field: "due_cents" });
    await expect(resize(2, { at: bench().now() - 3600 })).rejects.toMatchObject({ field: "due_cents" });
    expect(await paid(id)).toEqual([monthly.price]);
  });

  test("changes nothing and leaves no open invoice after a declined card", async () => {
    await sell();
    const id = await subscribe(1, "monthly", "pm_card_chargeCustomerFail");
    const declined = await resize(2);
    expect(declined).toMatchObject({ outcome: "declined", reason: "Your card was declined." });
    expect(declined.subscription).not.toHaveProperty("quantity");
    expect(await bench().stripe.subscriptions.retrieve(id)).toMatchObject({ pending_update: null });
    expect((await bench().stripe.invoices.list({ customer: customer(), status: "open" })).data).toEqual([]);
  });

  test("waits until the bank confirms the payment, and a preview in the meantime changes nothing", async () => {
    await sell();
    const id = await subscribe(1, "monthly", "pm_card_threeDSecure2Required");
    await bench().forward({ days: 10 });
    const shown = await look(2);
    const asked = await resize(2);
    expect(asked).toMatchObject({ outcome: "action_required" });
    expect(await look(2)).toEqual(shown);
    expect(await resize(2)).toEqual(asked);
    expect((await look(3)).credit_cents).toBe(shown.credit_cents);
    const [open] = (await bench().stripe.invoices.list({ customer: customer(), status: "open" })).data;
    await bench().stripe.invoices.pay(open?.id ?? "", { payment_method: "pm_card_visa" });
    expect((await billing()).subscription).toMatchObject({ quantity: 2 });
    expect(await paid(id)).toEqual([shown.due_cents, monthly.price]);
  });

  test("removes an unused seat immediately without a credit, and the next period costs less", async () => {
    await sell();
    const id = await subscribe(3);
    await joins("ben");
    await asks("eve");
    await expect(look(2)).rejects.toMatchObject({ code: "CONFLICT", message: /Remove a member first/ });
    await as("ann", remove, { member: seatOf((await billing()).team, "eve") });
    const shown = await look(2);
    expect(shown).toMatchObject({ due_cents: 0, price_cents: 2 * monthly.price });
    expect((await resize(2)).subscription).toMatchObject({ quantity: 2 });
    await follow();
    expect(codeOf("ben")).toEqual(["VALID"]);
    await bench().forward({ days: 31 });
    expect(await paid(id)).toEqual([2 * monthly.price, 3 * monthly.price]);
  });

  test("is refused while the paid days are worth more than the new price", async () => {
    await sell();
    await subscribe(5);
    await resize(2);
    await expect(look(3)).rejects.toMatchObject({ code: "CONFLICT", message: /worth more/ });
    await bench().forward({ days: 31 });
    await billing();
    expect((await look(3)).when).toBe("now");
  });

  test("is refused for a subscription that is set to end, and above the maximum number of seats", async () => {
    await sell();
    const id = await subscribe(2);
    await expect(look(2)).rejects.toMatchObject({ message: /already has 2 seats\./ });
    await expect(look(MAX_SEATS + 1)).rejects.toMatchObject({ message: /at most/ });
    await bench().stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await billing();
    await expect(look(3)).rejects.toMatchObject({ message: /set to end/ });
  });

  test("is a conflict if the subscription has just ended at Stripe", async () => {
    await sell();
    const id = await subscribe(3);
    await bench().stripe.subscriptions.cancel(id);
    for (const seats of [2, 4])
      await expect(resize(seats)).rejects.toMatchObject({ code: "CONFLICT", message: /has changed/ });
  });

  test("is refused if the period was refunded", async () => {
    await sell();
    await subscribe(2);
    const [charge] = (await bench().stripe.charges.list({ customer: customer() })).data;
    await bench().stripe.refunds.create({ charge: charge?.id ?? "" });
    await expect(look(3)).rejects.toMatchObject({ message: /was refunded/ });
  });
});

test("a team's unused days give no credit for a lifetime license", async () => {
  await subscribe(1);
  expect(creditable((await readRights("ann")).grants)).toBeDefined();
  await sell();
  await resize(2);
  expect(creditable((await readRights("ann")).grants)).toBeUndefined();
});

test("a team that changes its plan keeps its seats and pays for all of them", async () => {
  await sell(true, true);
  const id = await subscribe(3);
  const up = await as<PlanPreview>("ann", preview, { to: "yearly" });
  expect(up.price_cents).toBe(3 * yearly.price);
  await as("ann", change, { to: "yearly", at: up.at, due_cents: up.due_cents });
  const down = await as<PlanPreview>("ann", preview, { to: "monthly" });
  expect(down.due_cents).toBe(3 * monthly.price);
  const planned = await as<Changed>("ann", change, { to: "monthly", at: down.at, due_cents: down.due_cents });
  expect(planMail("ann", planned.subscription)[0]?.data.amount).toBe(inMoney(3 * monthly.price));
  await expect(look(4)).rejects.toMatchObject({ message: /changes to monthly/ });
  await bench().forward({ days: 366 });
  expect((await paid(id))[0]).toBe(3 * monthly.price);
  expect((await billing()).subscription).toMatchObject({ quantity: 3 });
});
