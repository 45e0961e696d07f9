import { describe, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import type { PlanPreview } from "#shared/subscriptions/planChange.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import { inMoney } from "#shared/words.ts";
import { handler as plans } from "../../../functions/catalog/getPlanSettings.ts";
import { handler as save } from "../../../functions/catalog/savePlanSettings.ts";
import { openRights } from "../../../functions/grants/table.ts";
import { render } from "../../../functions/mail/templates/render.ts";
import { paidInvoice } from "../../../functions/payments/facts/invoiceFacts.ts";
import { fetchSubscription } from "../../../functions/payments/facts/subscriptionFacts.ts";
import { putItem } from "../../../functions/platform/dynamo.ts";
import { handler as offered } from "../../../functions/promotions/getPromotions.ts";
import { handler as offer } from "../../../functions/refunds/getRefundOffer.ts";
import { handler as cancel } from "../../../functions/subscriptions/cancelSubscription.ts";
import { handler as change } from "../../../functions/subscriptions/changePlan.ts";
import { handler as read } from "../../../functions/subscriptions/getSubscription.ts";
import { chargeTo } from "../../../functions/subscriptions/invoices/useCard.ts";
import { handler as keep } from "../../../functions/subscriptions/keepPlan.ts";
import { handler as keepRunning } from "../../../functions/subscriptions/keepSubscription.ts";
import { handler as fix } from "../../../functions/subscriptions/payOpenInvoices.ts";
import { planMail } from "../../../functions/subscriptions/plans/planMail.ts";
import { handler as preview } from "../../../functions/subscriptions/previewPlan.ts";
import { sandboxShop } from "../../support/memory/sandboxShop.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
const outside = vi.hoisted(() => ({ url: "" }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));
const { monthly, yearly } = CATALOG;
const { bench, customer, now, rows, prices, paid, ...shop } = sandboxShop(outside, ["monthly", "yearly"], {
  FUNCTION_ID: "subscriptions/changePlan",
});

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const run = async <T>(handler: unknown, input: object = {}): Promise<T> =>
  (handler as Handler)({
    input,
    caller: { userId: "ann", user: { userId: "ann", stripeCustomerId: customer() } },
    now: now(),
  }) as Promise<T>;

type Billing = { subscription: Subscription; plan_price_ids?: object };
const billing = () => run<Billing>(read, { force: true });
const sell = (isSold = true, version = 0) => run(save, { plans: isSold ? ["yearly"] : [], version });
async function subscribe(plan: "monthly" | "yearly", card = "pm_card_visa"): Promise<Billing> {
  const id = await shop.subscribe(prices[plan]);
  const found = await billing();
  if (card !== "pm_card_visa") await shop.chargeTo(card, id);
  return found;
}
const look = (to: "monthly" | "yearly") => run<PlanPreview>(preview, { to });
type Changed = { outcome: string; subscription: Subscription; reason: string | null; invoice_url: string };
async function switchTo(to: "monthly" | "yearly", more: object = {}): Promise<Changed> {
  const { at, due_cents } = await look(to);
  return run<Changed>(change, { to, at, due_cents, ...more });
}
const openInvoices = async () =>
  (await bench().stripe.invoices.list({ customer: customer(), status: "open" })).data;
async function rewrite(table: string, is: (row: Record<string, unknown>) => boolean, change: object) {
  const row = rows.of(table).find(is);
  await putItem({ TableName: table, Item: { ...row, ...change } });
}
describe("the operator's switch", () => {
  test("shows visitors the trial and teams only while they are on", async () => {
    await run(save, { plans: [], trial_days: 14, teams: true, version: 0 });
    expect(await run(offered)).toMatchObject({ trial_days: 14, teams: true });
    await run(save, { plans: [], trial_days: 0, teams: false, version: 1 });
    for (const name of ["plans", "trial_days", "teams"]) expect(await run(offered)).not.toHaveProperty(name);
  });

  test("is off by default, and no answer mentions the plan", async () => {
    expect(await run(plans)).toEqual({ version: 0 });
    const found = await subscribe("monthly");
    expect(found).not.toHaveProperty("plan_price_ids");
    expect(await run(offered)).not.toHaveProperty("plans");
    expect(Object.keys(found.subscription)).not.toEqual(expect.arrayContaining(["plan"]));
    await expect(look("yearly")).rejects.toMatchObject({ code: "CONFLICT", message: /not for sale/ });
  });

  test("sells the plan at Stripe's price and tells the site the price's id", async () => {
    await sell();
    expect(await run(plans)).toEqual({ plans: ["yearly"], version: 1 });
    expect(await subscribe("monthly")).toMatchObject({ plan_price_ids: { yearly: prices.yearly } });
    expect(await run(offered)).toMatchObject({ plans: ["yearly"], lifetime_enabled: false });
    expect(rows.of("audit")).toMatchObject([{ before: {}, after: { plans: ["yearly"] } }]);
    await expect(sell(false, 0)).rejects.toMatchObject({ code: "CONFLICT", message: /Another operator/ });
    await sell(false, 1);
    expect(await billing()).not.toHaveProperty("plan_price_ids");
  });

  test("is refused without a price at Stripe, and has no effect if the stored price differs from the catalog's", async () => {
    await bench().stripe.prices.update(prices.yearly, { active: false });
    await expect(sell()).rejects.toMatchObject({ code: "CONFLICT", message: /stripe:setup/ });
    await bench().stripe.prices.update(prices.yearly, { active: true });
    await sell();
    await rewrite("events", ({ pk }) => pk === "plans", {
      prices: { yearly: { id: prices.yearly, cents: 1 } },
    });
    expect(await run(plans)).not.toHaveProperty("plans");
    expect(await subscribe("monthly")).not.toHaveProperty("plan_price_ids");
  });
});

describe("a change to yearly", () => {
  test.each(["refunded", "disputed"])(
    "is refused once the period's payment was %s, even before Stripe's event arrives",
    async (what) => {
      await sell();
      const { subscription } = await subscribe("monthly");
      const shown = await look("yearly");
      const [charge] = (await bench().stripe.charges.list({ customer: customer() })).data;
      if (what === "refunded") await bench().stripe.refunds.create({ charge: charge?.id ?? "" });
      else await bench().control("disputes", { charge: charge?.id });
      const { at, due_cents } = shown;
      const refusal = { code: "CONFLICT", message: what === "refunded" ? /was refunded/ : /disputes/ };
      await expect(run(change, { to: "yearly", at, due_cents })).rejects.toMatchObject(refusal);
      await expect(look("yearly")).rejects.toMatchObject(refusal);
      expect(await paid(subscription.subscription_id)).toEqual([CATALOG.monthly.price]);
    },
  );

  test("charges the previewed amount (the year's price less the rest of the month), and the year begins now", async () => {
    await sell();
    const { subscription } = await subscribe("monthly");
    await bench().forward({ days: 10 });
    const shown = await look("yearly");
    // 21 of the month's 31 days are left.
    const credit = Math.round((monthly.price * 21) / 31);
    expect(shown).toMatchObject({
      when: "now",
      price_cents: yearly.price,
      credit_cents: credit,
      due_cents: yearly.price - credit,
    });
    const done = await run<Changed>(change, { to: "yearly", at: shown.at, due_cents: shown.due_cents });
    expect(done).toMatchObject({ outcome: "changed", subscription: { plan: "yearly" } });
    expect(done.subscription.current_period_end).toBe(shown.renews_at);
    expect(await paid(subscription.subscription_id)).toEqual([yearly.price - credit, monthly.price]);
    const grants = rows.of("grants").filter(({ sk }) => String(sk).startsWith("grant#sub"));
    expect(grants).toMatchObject([{ subscription: { plan: "yearly", plan_since: bench().now() } }]);
    await expect(look("yearly")).rejects.toMatchObject({ code: "CONFLICT", message: /yearly already/ });
  });

  test("gives no credit in a month's last minute", async () => {
    await sell();
    const { subscription_id } = (await subscribe("monthly")).subscription;
    await bench().forward({ days: 30, hours: 23, minutes: 59 });
    expect(await look("yearly")).toMatchObject({ price_cents: yearly.price, credit_cents: 0 });
    await switchTo("yearly");
    const { reading } = await openRights("ann");
    const own = await fetchSubscription(reading, subscription_id);
    const { data } = await bench().stripe.invoices.list({ subscription: subscription_id });
    expect(own && data[0] && paidInvoice(data[0], own)).toMatchObject({
      invoicedCents: yearly.price,
      months: 12,
    });
  });

  test("charges nothing if the amount differs from the preview", async () => {
    await sell();
    const { subscription } = await subscribe("monthly");
    await expect(switchTo("yearly", { due_cents: 1 })).rejects.toMatchObject({ field: "due_cents" });
    await expect(switchTo("yearly", { at: bench().now() - 3600 })).rejects.toMatchObject({
      field: "due_cents",
    });
    expect(await paid(subscription.subscription_id)).toEqual([monthly.price]);
  });

  test("changes nothing after a declined card, and then works with another card", async () => {
    await sell();
    const { subscription } = await subscribe("monthly", "pm_card_chargeCustomerFail");
    const { subscription_id } = subscription;
    const { at, due_cents } = await look("yearly");
    const request = { to: "yearly", at, due_cents };
    const declined = await run<Changed>(change, request);
    expect(declined).toMatchObject({ outcome: "declined", reason: "Your card was declined." });
    expect(declined.subscription).not.toHaveProperty("plan");
    const standing = await bench().stripe.subscriptions.retrieve(subscription_id);
    expect(standing).toMatchObject({ status: "active", pending_update: null });
    expect(await openInvoices()).toEqual([]);
    expect(await run<Changed>(change, request)).toEqual(declined);
    await shop.chargeTo("pm_card_visa", subscription_id);
    expect((await run<Changed>(change, request)).outcome).toBe("changed");
    expect(await paid(subscription_id)).toEqual([due_cents, monthly.price]);
  });

  test("waits for the customer's confirmation at the bank, and a repeated request gets the same page", async () => {
    await sell();
    await subscribe("monthly", "pm_card_threeDSecure2Required");
    const { at, due_cents } = await look("yearly");
    const request = { to: "yearly", at, due_cents };
    const asked = await run<Changed>(change, request);
    expect(asked).toMatchObject({ outcome: "action_required" });
    expect(asked.subscription).not.toHaveProperty("plan");
    expect(await run<Changed>(change, request)).toEqual(asked);
    const [open, ...others] = await openInvoices();
    expect([open?.hosted_invoice_url, ...others]).toEqual([asked.invoice_url]);
    await bench().stripe.invoices.pay(open?.id ?? "", { payment_method: "pm_card_visa" });
    expect((await billing()).subscription).toMatchObject({ plan: "yearly" });
  });

  test("that waits for the bank is replaced if the due amount or the card has changed", async () => {
    await sell();
    const { subscription } = await subscribe("monthly", "pm_card_threeDSecure2Required");
    const first = await switchTo("yearly");
    await bench().forward({ minutes: 300 });
    const { at, due_cents } = await look("yearly");
    const request = { to: "yearly", at, due_cents };
    await expect(run(change, { ...request, due_cents: 1 })).rejects.toMatchObject({ field: "due_cents" });
    expect((await openInvoices()).map(({ hosted_invoice_url }) => hosted_invoice_url)).toEqual([
      first.invoice_url,
    ]);
    const second = await run<Changed>(change, request);
    expect(second.invoice_url).not.toBe(first.invoice_url);
    expect((await openInvoices()).map(({ hosted_invoice_url }) => hosted_invoice_url)).toEqual([
      second.invoice_url,
    ]);
    await shop.chargeTo("pm_card_visa", subscription.subscription_id);
    expect((await run<Changed>(change, request)).outcome).toBe("changed");
    expect(await openInvoices()).toEqual([]);
    expect(await paid(subscription.subscription_id)).toEqual([due_cents, monthly.price]);
  });

  test("that waits for the bank is not affected by a preview", async () => {
    await sell();
    const { subscription } = await subscribe("monthly", "pm_card_threeDSecure2Required");
    await bench().forward({ days: 10 });
    const shown = await look("yearly");
    const confirmed = { to: "yearly", at: shown.at, due_cents: shown.due_cents };
    expect(await run<Changed>(change, confirmed)).toMatchObject({ outcome: "action_required" });
    expect(await look("yearly")).toEqual(shown);
    const open = (await bench().stripe.invoices.list({ customer: customer(), status: "open" })).data;
    await bench().stripe.invoices.pay(open[0]?.id ?? "", { payment_method: "pm_card_visa" });
    expect((await billing()).subscription).toMatchObject({ plan: "yearly" });
    expect(await paid(subscription.subscription_id)).toEqual([shown.due_cents, monthly.price]);
  });

  test("that waits for the bank is not paid by 'Fix payment'", async () => {
    await sell();
    const { subscription } = await subscribe("monthly", "pm_card_threeDSecure2Required");
    await switchTo("yearly");
    const method = await bench().stripe.paymentMethods.attach("pm_card_visa", { customer: customer() });
    const invoice_settings = { default_payment_method: method.id };
    await bench().stripe.customers.update(customer(), { invoice_settings });
    expect(await run(fix)).toMatchObject({ outcome: "nothing_due" });
    expect(await paid(subscription.subscription_id)).toEqual([monthly.price]);
    expect((await billing()).subscription).not.toHaveProperty("plan");
  });

  test("is refused while the subscription is set to end, suspended or switched off", async () => {
    await sell();
    await subscribe("monthly");
    await run(cancel);
    await expect(look("yearly")).rejects.toMatchObject({ message: /set to end/ });
    await run(keepRunning);
    expect((await look("yearly")).when).toBe("now");
    const isOfSubscription = ({ sk }: Record<string, unknown>) => String(sk).startsWith("grant#sub");
    const grant = rows.of("grants").find(isOfSubscription);
    const entitlement = { ...(grant?.entitlement as object), suspensions: ["dispute"] };
    await rewrite("grants", isOfSubscription, { entitlement });
    await expect(look("yearly")).rejects.toMatchObject({ message: /suspended/ });
    const off = { ...(grant?.entitlement as object), suspensions: [], active: false };
    await rewrite("grants", isOfSubscription, { entitlement: off });
    await expect(look("yearly")).rejects.toMatchObject({ message: /switched off/ });
  });
});

test("a change of plan is a conflict if the subscription has just ended at Stripe", async () => {
  await sell();
  const { subscription } = await subscribe("monthly");
  const shown = await look("yearly");
  await bench().stripe.subscriptions.cancel(subscription.subscription_id);
  const confirmed = { to: "yearly", at: shown.at, due_cents: shown.due_cents };
  const conflict = { code: "CONFLICT", message: /has changed/ };
  await expect(look("yearly")).rejects.toMatchObject(conflict);
  await expect(run(change, confirmed)).rejects.toMatchObject(conflict);
  const yearlyOne = (await subscribe("yearly")).subscription;
  const next = await look("monthly");
  await bench().stripe.subscriptions.cancel(yearlyOne.subscription_id);
  const later = { to: "monthly", at: next.at, due_cents: next.due_cents };
  await expect(run(change, later)).rejects.toMatchObject(conflict);
});

describe("a change to monthly", () => {
  test("charges nothing now, and the month begins at the end of the year", async () => {
    const { subscription } = await subscribe("yearly");
    expect(subscription).toMatchObject({ plan: "yearly" });
    const end = subscription.current_period_end;
    const done = await switchTo("monthly");
    expect(done).toMatchObject({
      outcome: "scheduled",
      subscription: { plan: "yearly", next_plan: { plan: "monthly", at: end } },
    });
    const mails = planMail("ann", done.subscription);
    expect(mails).toMatchObject([
      {
        id: `plan-changing:${subscription.subscription_id}:${end}`,
        template: "planChanging",
        data: {
          plan: "yearly",
          nextPlan: "monthly",
          amount: inMoney(CATALOG.monthly.price),
          interval: "month",
        },
      },
    ]);
    const { text } = render(mails[0] as Mail, "https://site.example");
    expect(text).toContain(
      `It then changes to monthly, and you pay ${inMoney(CATALOG.monthly.price)} each month.`,
    );
    await expect(look("monthly")).rejects.toMatchObject({ message: /already changes to monthly/ });
    await bench().forward({ days: 366 });
    const after = (await billing()).subscription;
    expect(after).toMatchObject({ current_period_start: end });
    expect(after).not.toHaveProperty("plan");
    expect(after).not.toHaveProperty("next_plan");
    expect(await paid(subscription.subscription_id)).toEqual([monthly.price, yearly.price]);
  });

  test("keeps the card unless the customer chooses another card in the meantime", async () => {
    const { subscription } = await subscribe("yearly", "pm_card_visa_debit");
    const { subscriptions, paymentMethods } = bench().stripe;
    const atStripe = () => subscriptions.retrieve(subscription.subscription_id);
    const card = (await atStripe()).default_payment_method;
    expect(card).toMatch(/^pm_/);
    await switchTo("monthly");
    expect((await atStripe()).default_payment_method).toBe(card);
    const newer = await paymentMethods.attach("pm_card_mastercard", { customer: customer() });
    await chargeTo(newer.id, [await atStripe()]);
    await bench().forward({ days: 366 });
    expect((await atStripe()).default_payment_method).toBe(newer.id);
    expect(await paid(subscription.subscription_id)).toEqual([monthly.price, yearly.price]);
  });

  test("can be taken back while the year still runs", async () => {
    const { subscription } = await subscribe("yearly");
    await switchTo("monthly");
    const kept = await run<{ subscription: Subscription }>(keep);
    expect(kept.subscription).not.toHaveProperty("next_plan");
    expect(await run(keep)).toEqual(kept);
    await bench().forward({ days: 366 });
    expect(await paid(subscription.subscription_id)).toEqual([yearly.price, yearly.price]);
  });

  test("is dropped by a cancellation, and planned again when the subscription is kept", async () => {
    const { subscription } = await subscribe("yearly");
    await switchTo("monthly");
    const ending = await run<{ subscription: Subscription }>(cancel);
    expect(ending.subscription.cancel_at_period_end).toBe(true);
    expect(ending.subscription).not.toHaveProperty("next_plan");
    await run(keepRunning);
    await bench().forward({ days: 366 });
    expect(await paid(subscription.subscription_id)).toEqual([monthly.price, yearly.price]);
  });

  test("is not affected by keeping a subscription that is not set to end", async () => {
    await subscribe("yearly");
    await switchTo("monthly");
    const { subscription } = await run<{ subscription: Subscription }>(keepRunning);
    expect(subscription.next_plan?.plan).toBe("monthly");
  });

  test("can be repeated after an interrupted request", async () => {
    const { subscription } = await subscribe("yearly");
    await bench().stripe.subscriptionSchedules.create({ from_subscription: subscription.subscription_id });
    expect((await billing()).subscription).not.toHaveProperty("next_plan");
    expect((await switchTo("monthly")).outcome).toBe("scheduled");
  });
});

describe("a yearly payment", () => {
  test("can be refunded together with the monthly payment: at first with all of it, and later only with the credited part", async () => {
    vi.stubEnv("TABLE_EVENTS", "events");
    await sell();
    await subscribe("monthly");
    await bench().forward({ days: 5 });
    const soon = await switchTo("yearly");
    const [year = 0] = await paid(soon.subscription.subscription_id);
    expect(await run(offer)).toMatchObject({
      offer: { product: "yearly", amount_cents: year + monthly.price },
    });
    await bench().forward({ days: 29 });
    expect(await run(offer)).toMatchObject({ offer: { amount_cents: CATALOG.yearly.price } });
    await bench().forward({ days: 3 });
    expect(await run(offer)).toEqual({ offer: null });
  });

  test("is recorded with the year's full price and twelve months", async () => {
    await sell();
    await subscribe("monthly");
    await bench().forward({ days: 10 });
    const { subscription_id } = (await switchTo("yearly")).subscription;
    const { reading } = await openRights("ann");
    const own = await fetchSubscription(reading, subscription_id);
    const { data } = await bench().stripe.invoices.list({ subscription: subscription_id });
    const [change, first] = data;
    if (!own || !change || !first) throw new Error("no invoices");
    expect(paidInvoice(change, own)).toMatchObject({ invoicedCents: yearly.price, months: 12 });
    expect(paidInvoice(change, own).amountCents).toBeLessThan(yearly.price);
    expect(paidInvoice(first, own)).toMatchObject({ invoicedCents: monthly.price });
    expect(paidInvoice(first, own)).not.toHaveProperty("months");
    expect(Date.parse(paidInvoice(first, own).startedAt)).toBeLessThan(bench().now() * 1000 - 9 * DAY);
  });
});
