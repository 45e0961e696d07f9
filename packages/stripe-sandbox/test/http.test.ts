import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, clientFor, startBench } from "../src/bench.ts";
import { aPrice, aSubscription, refusal } from "./sandbox.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

test.each([
  [{ host: "evil.example" }, 403],
  [{ origin: "https://evil.example", "content-type": "text/plain" }, 403],
  // A program that calls Stripe's host name and is redirected to the sandbox.
  [{ host: "api.stripe.com" }, 401],
])("a request with %j gets a %i", async (headers, expected) => {
  const { port } = new URL(bench.sandbox.url);
  const status = await new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path: "/v1/customers", method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end("{}");
  });
  expect(status).toBe(expected);
});

describe("keys and addresses", () => {
  test("a wrong key gets a 401 that hides the key", async () => {
    const error = await refusal(
      clientFor({ ...bench.sandbox, secretKey: "sk_test_wrong_key_1234" }).customers.list(),
    );
    expect(error.statusCode).toBe(401);
    expect(error.type).toBe("StripeAuthenticationError");
    expect(error.message).not.toContain("wrong_key");
  });

  test("the key works with Basic authentication", async () => {
    const basic = Buffer.from(`${bench.sandbox.secretKey}:`).toString("base64");
    const answer = await fetch(`${bench.sandbox.url}/v1/customers`, {
      headers: { authorization: `Basic ${basic}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("request-id")).toMatch(/^req_/);
    expect(answer.headers.get("stripe-version")).toBe("2026-10-28.endive");
  });

  test("an unknown address gets a 404 that names it", async () => {
    const error = await refusal(bench.stripe.rawRequest("GET", "/v1/nothings"));
    expect(error.statusCode).toBe(404);
    expect(error.message).toContain("GET: /v1/nothings");
  });

  test.each([
    ["/v1/issuing/cardholders", "Issuing"],
    ["/v1/identity/verification_sessions", "Identity"],
    ["/v1/test_helpers/customers/cus_1/fund_cash_balance", "cash balances"],
    ["/v1/tax_rates", "tax rates made by hand"],
    ["/v2/core/accounts", "version 2 of the API"],
  ])("an unsupported part of Stripe is named in the error: %s", async (path, part) => {
    const answer = await fetch(`${bench.sandbox.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${bench.sandbox.secretKey}` },
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: { type: "invalid_request_error", message: `The sandbox does not do ${part} (POST: ${path}).` },
    });
  });

  test("a request for a connected account is refused", async () => {
    const { id: stripeAccount } = await bench.stripe.accounts.create({ type: "express" });
    const error = await refusal(bench.stripe.customers.create({ email: "x@example.com" }, { stripeAccount }));
    expect(error.statusCode).toBe(403);
  });
});

test.each(["2025-02-24.acacia", "2027-03-25.fennel", "yesterday"])(
  "a request with another API version is refused: %s",
  async (apiVersion) => {
    const asked = bench.stripe.rawRequest("POST", "/v1/customers", {}, { apiVersion });
    expect((await refusal(asked)).message).toBe(`Invalid Stripe API version: ${apiVersion}`);
  },
);

describe("parameters", () => {
  test("an unknown parameter is named with its path", async () => {
    const error = await refusal(bench.stripe.customers.create({ address: { planet: "Mars" } } as object));
    expect(error).toMatchObject({
      statusCode: 400,
      code: "parameter_unknown",
      param: "address[planet]",
      rawType: "invalid_request_error",
    });
    expect(error.raw).toMatchObject({ doc_url: "https://docs.stripe.com/error-codes#parameter-unknown" });
    expect(error.raw).toHaveProperty("request_log_url");
  });

  test("a missing parameter is named", async () => {
    const error = await refusal(bench.stripe.prices.create({ currency: "usd" }));
    expect(error).toMatchObject({ statusCode: 400, code: "parameter_missing", param: "unit_amount" });
  });

  test("a number must be an integer", async () => {
    const error = await refusal(
      bench.stripe.prices.create({ currency: "usd", unit_amount: "ten" as unknown as number, product: "p" }),
    );
    expect(error).toMatchObject({
      code: "parameter_invalid_integer",
      param: "unit_amount",
      message: "Invalid integer: ten",
    });
  });

  test("an enumerated parameter accepts only the allowed values", async () => {
    const sent = { line_items: [], success_url: "https://x.test", mode: "rent" as "payment" };
    expect((await refusal(bench.stripe.checkout.sessions.create(sent))).message).toBe(
      "Invalid mode: must be one of payment, setup, or subscription",
    );
  });

  test("the id of a missing object gives a 404 in the address and a 400 in a parameter", async () => {
    expect(await refusal(bench.stripe.customers.retrieve("cus_none"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such customer: 'cus_none'",
    });
    expect(
      await refusal(bench.stripe.prices.create({ currency: "usd", unit_amount: 5, product: "prod_none" })),
    ).toMatchObject({
      statusCode: 400,
      code: "resource_missing",
      param: "product",
    });
  });
});

describe("metadata", () => {
  test("is merged, and cleared by name or completely", async () => {
    const made = await bench.stripe.customers.create({ metadata: { a: "1", b: "2" } });
    const merged = await bench.stripe.customers.update(made.id, { metadata: { b: "", c: "3" } });
    expect(merged.metadata).toEqual({ a: "1", c: "3" });
    expect((await bench.stripe.customers.update(made.id, { metadata: "" })).metadata).toEqual({});
  });

  test("does not change with other updates", async () => {
    const made = await bench.stripe.customers.create({ metadata: { a: "1" }, name: "Ada" });
    const renamed = await bench.stripe.customers.update(made.id, { name: "Grace" });
    expect(renamed).toMatchObject({ metadata: { a: "1" }, name: "Grace" });
  });
});

describe("lists", () => {
  test("have pages in both directions, newest first", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.unshift((await bench.stripe.products.create({ name: `Listed ${n}` })).id);
    const first = await bench.stripe.products.list({ limit: 2 });
    expect(first.data.map((p) => p.id)).toEqual(ids.slice(0, 2));
    expect(first.has_more).toBe(true);
    const second = await bench.stripe.products.list({ limit: 2, starting_after: ids[1] ?? "" });
    expect(second.data.map((p) => p.id)).toEqual(ids.slice(2, 4));
    const back = await bench.stripe.products.list({ limit: 1, ending_before: ids[2] ?? "" });
    expect(back.data.map((p) => p.id)).toEqual([ids[1]]);
    expect(back.has_more).toBe(true);
  });

  test("return each object once when the SDK reads all pages", async () => {
    const email = "paged@example.com";
    const made = new Set<string>();
    for (let n = 0; n < 7; n += 1) made.add((await bench.stripe.customers.create({ email })).id);
    const seen: string[] = [];
    for await (const customer of bench.stripe.customers.list({ email, limit: 3 })) seen.push(customer.id);
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(made);
  });

  test("can be filtered by creation time", async () => {
    const before = await bench.stripe.customers.create({ email: "dated@example.com" });
    await bench.forward({ hours: 1 });
    const after = await bench.stripe.customers.create({ email: "dated@example.com" });
    const late = await bench.stripe.customers.list({
      email: "dated@example.com",
      created: { gt: before.created },
    });
    expect(late.data.map((c) => c.id)).toEqual([after.id]);
    const exact = await bench.stripe.customers.list({ email: "dated@example.com", created: before.created });
    expect(exact.data.map((c) => c.id)).toEqual([before.id]);
  });

  test("refuse a limit over 100 and an unknown cursor", async () => {
    expect((await refusal(bench.stripe.customers.list({ limit: 101 }))).param).toBe("limit");
    expect((await refusal(bench.stripe.customers.list({ starting_after: "cus_none" }))).code).toBe(
      "resource_missing",
    );
  });
});

describe("expand", () => {
  test("replaces ids with objects on several levels", async () => {
    const subscription = await aSubscription(bench.stripe);
    const full = await bench.stripe.subscriptions.retrieve(subscription.id, {
      expand: ["customer", "latest_invoice.payments", "items.data.price.product"],
    });
    expect(full).toMatchObject({
      customer: { object: "customer", email: "payer@example.com" },
      latest_invoice: { payments: { data: [{ status: "paid", payment: { type: "payment_intent" } }] } },
      items: { data: [{ price: { product: { object: "product", name: "Plan" } } }] },
    });
  });

  test("works on every entry of a list", async () => {
    await aPrice(bench.stripe);
    const prices = await bench.stripe.prices.list({ limit: 1, expand: ["data.product"] });
    expect(prices.data[0]?.product).toMatchObject({ object: "product" });
  });

  test("shows a deleted customer as deleted", async () => {
    const subscription = await aSubscription(bench.stripe);
    await bench.stripe.customers.del(String(subscription.customer));
    const after = await bench.stripe.subscriptions.retrieve(subscription.id, { expand: ["customer"] });
    expect(after.customer).toEqual({ id: subscription.customer, object: "customer", deleted: true });
    expect(after.status).toBe("canceled");
  });

  test("refuses fields without ids and more than four levels", async () => {
    const customer = await bench.stripe.customers.create();
    expect(
      (await refusal(bench.stripe.customers.retrieve(customer.id, { expand: ["created"] }))).message,
    ).toContain("cannot be expanded");
    const deep = await refusal(
      bench.stripe.subscriptions.list({ expand: ["data.items.data.price.product"] }),
    );
    expect(deep.message).toContain("more than 4 levels");
  });
});

describe("products and prices", () => {
  test("a lookup key belongs to one price and moves only on request", async () => {
    const first = await aPrice(bench.stripe, { lookup_key: "standard" });
    const taken = await refusal(aPrice(bench.stripe, { lookup_key: "standard" }));
    expect(taken.message).toContain(first.id);
    const second = await aPrice(bench.stripe, { lookup_key: "standard", transfer_lookup_key: true });
    const found = await bench.stripe.prices.list({ lookup_keys: ["standard"] });
    expect(found.data.map((p) => p.id)).toEqual([second.id]);
    expect((await bench.stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
  });
});

test("the sandbox logs its requests", async () => {
  const created = await bench.stripe.customers.create(
    { email: "asked@example.com" },
    { idempotencyKey: "asked-1" },
  );
  const log = (await (await fetch(`${bench.sandbox.url}/_control/requests`)).json()) as object[];
  expect(log.at(-1)).toMatchObject({
    id: created.lastResponse.requestId,
    method: "POST",
    path: "/v1/customers",
    operation: "customers.create",
    params: { email: "asked@example.com" },
    idempotencyKey: "asked-1",
    status: 200,
    replayed: false,
  });
});
