import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import type { Customer } from "../src/core/wire.ts";
import { operation } from "../src/http/operation.ts";
import { text } from "../src/http/params.ts";
import { aPrice, aSubscription } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const page = async (view: string) => (await fetch(`${bench.sandbox.url}/dashboard?view=${view}`)).text();
const press = (view: string, action: string, id: string) =>
  bench.form(`${bench.sandbox.url}/dashboard`, { view, action, id });

test("each view of the dashboard lists its objects, or says that there are none", async () => {
  const subscription = await aSubscription(bench.stripe);
  const views = {
    customers: "payer@example.com",
    subscriptions: subscription.id,
    invoices: "-0001",
    payments: "•••• 4242",
    events: "customer.subscription.created",
  };
  for (const [view, words] of Object.entries(views)) expect(await page(view)).toContain(words);
  for (const view of ["checkout", "refunds", "disputes", "accounts", "transfers", "deliveries"])
    expect(await page(view)).toContain("Nothing yet.");
});

test("the dashboard's buttons pay, refund and dispute", async () => {
  const price = await aPrice(bench.stripe);
  const session = await bench.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "https://x.test",
  });
  await press("checkout", "pay", session.id);
  const charge = (await bench.stripe.charges.list()).data[0]?.id ?? "";
  await press("payments", "dispute", charge);
  const dispute = (await bench.stripe.disputes.list()).data[0];
  await press("disputes", "won", dispute?.id ?? "");
  await press("payments", "refund", charge);
  expect(await bench.stripe.charges.retrieve(charge)).toMatchObject({ refunded: true, disputed: true });
});

test("an action that fails shows the error", async () => {
  const answer = await press("payments", "refund", "ch_none");
  const shown = await fetch(new URL(answer.headers.get("location") ?? "", bench.sandbox.url));
  expect(await shown.text()).toContain("No such charge: &#39;ch_none&#39;");
});

test("a field or a parameter that Stripe lacks does not compile", () => {
  const made: Pick<Customer, "id"> = { id: "cus_1" };
  // @ts-expect-error Customers have no favorite color.
  const painted: Partial<Customer> = { ...made, favorite_color: "blue" };
  const odd = operation<Stripe.CustomerCreateParams>()(
    "customers.create",
    "POST /v1/customers",
    // @ts-expect-error Stripe takes no favorite color.
    { favorite_color: text },
    () => made,
  );
  expect([painted, odd]).toHaveLength(2);
});

test("the control call moves the sandbox's own clock", async () => {
  const { startStripe } = await import("../src/server.ts");
  const own = await startStripe({ port: 0 });
  const move = (body: object) =>
    fetch(`${own.url}/_control/clock`, { method: "POST", body: JSON.stringify(body) }).then((answer) =>
      answer.json(),
    );
  const before = Date.now();
  const { now } = (await move({ advanceSeconds: 86_400 })) as { now: string };
  expect(Date.parse(now) - before).toBeGreaterThanOrEqual(86_399_000);
  expect(await move({})).toHaveProperty("error");
  await own.close();
});
