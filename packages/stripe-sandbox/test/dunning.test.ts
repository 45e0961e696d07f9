import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aSubscription, changeCard, secondsAt } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ at: "2027-01-31T10:00:00Z" });
});
afterEach(() => bench.close());

describe("dunning", () => {
  async function failing() {
    const subscription = await aSubscription(bench.stripe);
    await changeCard(bench.stripe, subscription.customer, "pm_card_chargeCustomerFail");
    return subscription;
  }

  test("retries 3, 5 and 7 days after the first failure, then ends the subscription", async () => {
    const hook = await bench.listen(["invoice.payment_failed", "customer.subscription.deleted"]);
    const subscription = await failing();
    await bench.forward({ days: 28, hours: 2 });
    const open = (await bench.stripe.invoices.list({ subscription: subscription.id })).data[0];
    expect(open).toMatchObject({
      status: "open",
      attempt_count: 1,
      attempted: true,
      next_payment_attempt: secondsAt("2027-03-03T11:00:00Z"),
    });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
    await bench.forward({ days: 8 });
    await bench.sandbox.settle();
    const failures = hook.received
      .filter(({ event }) => event.type === "invoice.payment_failed")
      .map(({ event }) => event.created);
    expect(failures).toEqual(
      ["2027-02-28T11:00:00Z", "2027-03-03T11:00:00Z", "2027-03-05T11:00:00Z", "2027-03-07T11:00:00Z"].map(
        secondsAt,
      ),
    );
    expect(await bench.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    expect((await bench.stripe.invoices.retrieve(open?.id ?? "")).next_payment_attempt).toBeNull();
  });

  test("succeeds with a new card and makes the subscription active again", async () => {
    const subscription = await failing();
    await bench.forward({ days: 28, hours: 2 });
    await changeCard(bench.stripe, subscription.customer, "pm_card_visa");
    await bench.forward({ days: 3 });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    const invoice = (await bench.stripe.invoices.list({ subscription: subscription.id })).data[0];
    expect(invoice).toMatchObject({ status: "paid", attempt_count: 2 });
  });

  test.each(["unpaid", "past_due"] as const)(
    "leaves the subscription %s if the account's settings say so",
    async (end) => {
      await bench.control("settings", { dunning_end: end });
      const subscription = await failing();
      await bench.forward({ days: 37 });
      expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe(end);
    },
  );

  test("an unpaid subscription becomes active again when its invoice is paid", async () => {
    await bench.control("settings", { dunning_end: "unpaid" });
    const subscription = await failing();
    await bench.forward({ days: 37 });
    const invoice = (await bench.stripe.invoices.list({ subscription: subscription.id })).data[0];
    await bench.stripe.invoices.pay(invoice?.id ?? "", { payment_method: "pm_card_visa" });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  test("paying the open invoice makes the subscription active again if the newer invoice is void", async () => {
    const { id, customer } = await failing();
    await bench.forward({ days: 28, hours: 2 });
    const open = (await bench.stripe.invoices.list({ subscription: id })).data[0];
    await bench.stripe.invoices.update(open?.id ?? "", { auto_advance: false });
    await bench.stripe.subscriptions.update(id, { pause_collection: { behavior: "void" } });
    await bench.forward({ days: 32 });
    const { data } = await bench.stripe.invoices.list({ subscription: id });
    expect(data.map(({ status }) => status)).toEqual(["void", "open", "paid"]);
    expect((await bench.stripe.subscriptions.retrieve(id)).status).toBe("past_due");
    await bench.stripe.subscriptions.update(id, { pause_collection: "" });
    await changeCard(bench.stripe, customer, "pm_card_visa");
    await bench.stripe.invoices.pay(open?.id ?? "", { payment_method: "pm_card_visa" });
    expect((await bench.stripe.subscriptions.retrieve(id)).status).toBe("active");
  });

  test("voiding the only open invoice makes the subscription active again", async () => {
    const { id } = await failing();
    await bench.forward({ days: 28, hours: 2 });
    const open = (await bench.stripe.invoices.list({ subscription: id })).data[0];
    await bench.stripe.invoices.voidInvoice(open?.id ?? "");
    expect((await bench.stripe.subscriptions.retrieve(id)).status).toBe("active");
  });

  test("a renewal that needs 3-D Secure is paid once the customer passes it", async () => {
    const hook = await bench.listen(["invoice.payment_action_required", "invoice.paid"]);
    const subscription = await aSubscription(bench.stripe);
    await changeCard(bench.stripe, subscription.customer, "pm_card_authenticationRequired");
    await bench.forward({ days: 28, hours: 2 });
    await bench.sandbox.settle();
    expect(hook.types()).toContain("invoice.payment_action_required");
    const invoice = (
      await bench.stripe.invoices.list({ subscription: subscription.id, expand: ["data.payments"] })
    ).data[0];
    const intent = String(invoice?.payments?.data[0]?.payment.payment_intent);
    await bench.form(`${bench.sandbox.url}/3ds/${intent}`, { answer: "complete" });
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect((await bench.stripe.invoices.retrieve(invoice?.id ?? "")).status).toBe("paid");
  });
});
