import type { Context } from "aws-lambda";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { grantSubscription } from "../../../functions/grants/grantRules.ts";
import { stripe } from "../../../functions/platform/stripe.ts";
import { handler } from "../../../functions/subscriptions/listInvoices.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_1", webhookSecrets: ["whsec_1"] }),
}));

const NOW = new Date("2026-11-30T00:00:00.000Z");
const KEY = { licenseKey: "KEY", revives: null };
const LATE = {
  customer_id: "cus_ann",
  subscription_id: "sub_1",
  created: 1,
  subscription_status: "past_due",
  price_id: "price_1",
  current_period_start: 1,
  current_period_end: 2,
  cancel_at_period_end: false,
  cancel_at: null,
  payment_method_brand: null,
  payment_method_last4: null,
  past_due_since: 1,
  latest_invoice_id: "in_0",
  ended_for: null,
  ended_at: null,
} as const;
const many = (openOne: number) =>
  Array.from({ length: 40 }, (_, index) => ({
    id: `in_${40 - index}`,
    number: null,
    created: 40 - index,
    lines: { data: [] },
    amount_paid: 0,
    amount_due: 3000,
    currency: "usd",
    status: 40 - index === openOne ? "open" : "paid",
    parent: { subscription_details: { subscription: "sub_1" } },
  }));

let asked: Stripe.InvoiceListParams[] = [];
let shown: object[] = [];
let payments: object[] = [];
let refusal: Stripe.errors.StripeError | undefined;
beforeAll(async () => {
  const environment = {
    FUNCTION_ID: "subscriptions/listInvoices",
    ORIGIN_HASHES,
    SECRET_STRIPE: "stripe",
    TABLE_GRANTS: "grants",
    TABLE_USERS: "users",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  for (const level of ["info", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  const ann = { ...newAccount("ann", "ann@example.com", new Date()), stripeCustomerId: "cus_ann" };
  const rows = memoryDynamo(network());
  rows.put("users", { pk: "ann", sk: "account", ...ann });
  rows.put("grants", {
    pk: "ann",
    sk: "grant#sub:sub_1",
    ...grantSubscription("ann", undefined, LATE, KEY, NOW),
  });
  const list = async (params: Stripe.InvoiceListParams) => {
    asked.push(params);
    if (refusal) throw refusal;
    return { data: shown, has_more: false };
  };
  Object.assign((await stripe()).invoices, { list });
  Object.assign((await stripe()).subscriptions, {
    retrieve: async () => ({ id: "sub_1", status: "past_due" }),
  });
  Object.assign((await stripe()).paymentIntents, { list: async () => ({ data: payments }) });
});
beforeEach(() => {
  asked = [];
  shown = [];
  payments = [];
  refusal = undefined;
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function list(cursor?: string) {
  const event = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    ...(cursor !== undefined && { queryStringParameters: { cursor } }),
    requestContext: { authorizer: { jwt: { claims: { sub: "ann", token_use: "access" } } } },
  };
  const answer = await handler(event as never, { awsRequestId: "request" } as Context);
  return { status: answer.statusCode, body: JSON.parse(String(answer.body)) };
}

const refused = (param: string) =>
  new Stripe.errors.StripeInvalidRequestError({
    type: "invalid_request_error",
    code: "resource_missing",
    param,
    message: "No such object",
  });

test("a page continues after the invoice that its cursor names", async () => {
  expect(await list("in_1SXyZ")).toEqual({ status: 200, body: { invoices: [], next: null } });
  expect(asked).toMatchObject([{ customer: "cus_ann", starting_after: "in_1SXyZ" }]);
});

test.each<[number, string, number, string[]]>([
  [25, "nothing is due", 0, []],
  [25, "the second is due", 39, ["in_39"]],
  [31, "the 31st is due", 10, ["in_10"]],
])("the first page has %s invoices if %s", async (length, _what, openOne, due) => {
  shown = many(openOne);
  const { invoices, next } = (await list()).body;
  expect(invoices).toHaveLength(length);
  expect(next).toBe(`in_${41 - length}`);
  expect(invoices.filter((one: { due?: true }) => one.due).map(({ id }: { id: string }) => id)).toEqual(due);
});

test.each(["", "x", "in_", "evt_1SXyZ", "in_1/..", `in_${"x".repeat(251)}`])(
  "the invalid cursor %j is refused without a request to Stripe",
  async (cursor) => {
    expect(await list(cursor)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", field: "cursor" },
    });
    expect(asked).toEqual([]);
  },
);

test("a cursor that names an unknown invoice is refused", async () => {
  refusal = refused("starting_after");
  expect(await list("in_1SXyZ")).toMatchObject({
    status: 404,
    body: { code: "NOT_FOUND", field: "cursor" },
  });
});

test("a refusal by Stripe that does not concern the cursor is an unexpected error", async () => {
  refusal = refused("limit");
  expect(await list("in_1SXyZ")).toMatchObject({ status: 500, body: { code: "INTERNAL_ERROR" } });
});

test("a customer that was deleted at Stripe has no invoices", async () => {
  refusal = refused("customer");
  expect(await list("in_1SXyZ")).toMatchObject({ status: 200, body: { invoices: [], next: null } });
});

test("an invoice shows tax only if tax was charged", async () => {
  const invoice = {
    id: "in_1",
    number: "A-1",
    created: 1,
    lines: { data: [] },
    amount_paid: 3570,
    amount_due: 3570,
    currency: "usd",
    status: "paid",
  };
  shown = [
    { ...invoice, total_taxes: [{ amount: 500 }, { amount: 70 }] },
    { ...invoice, total_taxes: [] },
  ];
  const { body } = await list("in_1SXyZ");
  expect(body.invoices[0]).toMatchObject({ amount_paid: 3570, tax: 570 });
  expect(body.invoices[1]).not.toHaveProperty("tax");
});

test("a failed refund adds neither its date nor its amount to an invoice", async () => {
  const payment = { status: "paid", payment: { payment_intent: "pi_1" } };
  shown = [
    {
      id: "in_1",
      number: "A-1",
      created: 1,
      lines: { data: [] },
      amount_paid: 3000,
      amount_due: 3000,
      currency: "usd",
      status: "paid",
      payments: { data: [payment] },
    },
  ];
  const refunds = [
    { created: 30, status: "failed" },
    { created: 20, status: "succeeded" },
  ];
  payments = [
    { id: "pi_1", latest_charge: { created: 1, amount_refunded: 1000, refunds: { data: refunds } } },
  ];
  expect((await list("in_1SXyZ")).body.invoices[0].refunded).toEqual({ amount: 1000, at: 20 });
});
