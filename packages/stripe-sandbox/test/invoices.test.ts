import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aMonthlyPrice, aPayer, aSubscription, changeCard, refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ at: "2027-01-31T10:00:00Z" });
});
afterEach(() => bench.close());

describe("invoices", () => {
  test("cannot be paid twice, can be voided while open, and are then not retried", async () => {
    const subscription = await aSubscription(bench.stripe);
    const paid = String(subscription.latest_invoice);
    expect((await refusal(bench.stripe.invoices.pay(paid))).message).toBe("Invoice is already paid");
    await changeCard(bench.stripe, subscription.customer, "pm_card_chargeCustomerFail");
    await bench.forward({ days: 28, hours: 2 });
    const open = (await bench.stripe.invoices.list({ status: "open" })).data[0]?.id ?? "";
    const declined = await refusal(bench.stripe.invoices.pay(open));
    expect(declined).toMatchObject({
      statusCode: 402,
      code: "card_declined",
      decline_code: "generic_decline",
      type: "StripeCardError",
    });
    expect((await bench.stripe.invoices.voidInvoice(open)).status).toBe("void");
    await bench.forward({ days: 4 });
    expect((await bench.stripe.invoices.retrieve(open)).attempt_count).toBe(2);
  });

  test("are found by number, and their charges by card and time", async () => {
    const { latest_invoice } = await aSubscription(bench.stripe);
    const { number, created } = await bench.stripe.invoices.retrieve(String(latest_invoice));
    const { data } = await bench.stripe.invoices.search({ query: `number:"${number}"` });
    expect(data.map(({ id }) => id)).toEqual([latest_invoice]);
    const paidFrom = async (at: number) =>
      (
        await bench.stripe.charges.search({
          query: `payment_method_details.card.last4:"4242" AND created>=${at}`,
        })
      ).data.length;
    expect(await paidFrom(created)).toBe(1);
    expect(await paidFrom(created + 1)).toBe(0);
    expect(await refusal(bench.stripe.invoices.search({ query: "total>1" }))).toMatchObject({
      statusCode: 400,
      param: "query",
    });
  });

  test("have a page and a PDF with number, lines and total", async () => {
    const payer = await aPayer(bench.stripe);
    const price = await aMonthlyPrice(bench.stripe);
    const subscription = await bench.stripe.subscriptions.create({
      customer: payer.id,
      items: [{ price: price.id }],
      expand: ["latest_invoice"],
    });
    const invoice = subscription.latest_invoice;
    if (invoice === null || typeof invoice === "string") throw new Error("the invoice was not expanded");
    const page = await (await fetch(invoice.hosted_invoice_url ?? "")).text();
    expect(page).toContain(invoice.number ?? "no number");
    expect(page).toContain("$12.00");
    const answer = await fetch(invoice.invoice_pdf ?? "");
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    const pdf = Buffer.from(await answer.arrayBuffer()).toString("latin1");
    expect(pdf.startsWith("%PDF-1.4")).toBe(true);
    for (const words of [
      invoice.number ?? "no number",
      "1 x Plan",
      "$12.00",
      "payer@example.com",
      "startxref",
    ])
      expect(pdf).toContain(words);
    expect((await fetch((invoice.hosted_invoice_url ?? "").replace(/.{5}$/, "wrong"))).status).toBe(404);
  });

  test("can be paid on their page while open", async () => {
    const subscription = await aSubscription(bench.stripe, {}, "pm_card_chargeCustomerFail");
    const open = await bench.stripe.invoices.retrieve(String(subscription.latest_invoice));
    const card = { number: "4242424242424242", expiry: "12/34", cvc: "123", name: "Ada" };
    const declined = await bench.form(open.hosted_invoice_url ?? "", { ...card, number: "4000000000000002" });
    expect(await declined.text()).toContain("Your card was declined.");
    await bench.form(open.hosted_invoice_url ?? "", card);
    expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });
});
