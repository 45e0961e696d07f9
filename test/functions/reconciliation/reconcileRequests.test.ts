import type { Context } from "aws-lambda";
import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { grantSubscription } from "../../../functions/grants/grantRules.ts";
import {
  listOwnSubscriptions,
  type SeenSubscription,
} from "../../../functions/payments/facts/subscriptionFacts.ts";
import { handler as reconcile } from "../../../functions/reconciliation/reconcile.ts";
import { handler as resume } from "../../../functions/reconciliation/resumeReconciliation.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { stripeLists } from "../../support/stripeLists.ts";

/** The bound is for a shop with 100,000 subscriptions. A smaller shop needs proportionally fewer requests. */
const SUBSCRIPTIONS = Number(process.env.RECONCILE_SUBSCRIPTIONS ?? 5000);
const MAX_REQUESTS_PER_SUBSCRIPTION = 10_000 / 100_000;
const NOW = new Date("2026-11-22T03:00:00.000Z");
const SECONDS = NOW.getTime() / 1000;
const DAY = 24 * 60 * 60;

const platform = vi.hoisted((): { client?: Stripe } => ({}));
vi.mock("../../../functions/platform/stripe.ts", () => ({
  stripe: async () => platform.client,
  isLivemode: async () => false,
}));

const requests = new Map<string, number>();
const rows = memoryDynamo(network());
for (const table of [
  "EVENTS",
  "GRANTS",
  "SEATS",
  "PROMOTIONS",
  "PAYOUTS",
  "AFFILIATES",
  "USERS",
  "DIRECTORY",
])
  vi.stubEnv(`TABLE_${table}`, table.toLowerCase());
vi.stubEnv("MAIL_QUEUE_URL", "mail");
vi.stubEnv("FUNCTION_ID", "reconciliation/reconcile");
vi.useFakeTimers({ toFake: ["Date"], now: NOW });
for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const listOf = stripeLists(NOW, async (operation) => {
  requests.set(operation, (requests.get(operation) ?? 0) + 1);
});

/**
 * Of 100 subscriptions, 65 are active, 5 are overdue and 30 have ended. Half of the overdue and ended ones owe their
 * last invoice.
 */
const statusOf = (index: number): Stripe.Subscription.Status =>
  index % 100 < 65 ? "active" : index % 100 < 70 ? "past_due" : "canceled";
const paidLast = (index: number) => statusOf(index) === "active" || index % 2 === 0;

const subscription = (index: number) => ({
  id: `sub_${index}`,
  status: statusOf(index),
  metadata: { userId: `user-${index}` },
  customer: { id: `cus_${index}`, metadata: {} },
  default_payment_method: null,
  pause_collection: null,
  cancellation_details: null,
  cancel_at: null,
  cancel_at_period_end: false,
  ended_at: statusOf(index) === "canceled" ? SECONDS - DAY : null,
  latest_invoice: {
    id: `in_${index}`,
    status: paidLast(index) && statusOf(index) !== "past_due" ? "paid" : "void",
    created: SECONDS - 3 * DAY,
    status_transitions: { paid_at: SECONDS - 3 * DAY },
  },
  items: {
    data: [
      {
        current_period_start: SECONDS - 3 * DAY,
        current_period_end: SECONDS + 27 * DAY,
        price: { id: "price", product: CATALOG.monthly.stripeProductId },
      },
    ],
  },
});
const paidInvoice = (index: number) => ({
  id: `paid_${index}`,
  parent: { subscription_details: { subscription: "sub_0" } },
  payments: { data: [{ status: "paid", payment: { payment_intent: `pi_${index}` } }] },
});

const share = (part: number) => Math.ceil(SUBSCRIPTIONS * part);
const EVENTS = share(0.1);
const INVOICES = share(2);
const SESSIONS = share(0.01);
const COMPARED = SUBSCRIPTIONS + INVOICES + SESSIONS + share(0.1);
const client = {
  events: {
    list: listOf("events", () => ({
      count: EVENTS,
      days: 30,
      make: (index) => ({ id: `evt_${index}`, type: "invoice.paid", data: { object: {} } }),
    })),
  },
  subscriptions: {
    list: listOf("subscriptions", () => ({ count: SUBSCRIPTIONS, days: 200, make: subscription })),
  },
  invoices: { list: listOf("invoices", () => ({ count: INVOICES, days: 60, make: paidInvoice })) },
  checkout: {
    sessions: {
      list: listOf("sessions", () => ({
        count: SESSIONS,
        days: 2,
        make: (index) => ({ id: `cs_${index}`, metadata: { userId: "user" } }),
      })),
    },
  },
  transfers: {
    list: listOf("transfers", () => ({
      count: share(0.1),
      days: 29,
      make: (index) => ({
        id: `tr_${index}`,
        metadata: {},
        transfer_group: null,
        currency: "usd",
        amount: 2000,
        amount_reversed: 2000,
      }),
    })),
  },
  accounts: {
    list: listOf("accounts", () => ({
      count: share(0.1),
      days: 200,
      make: (index) => ({ id: `acct_${index}` }),
    })),
  },
  balanceTransactions: {
    list: listOf("balanceTransactions", () => ({
      count: INVOICES,
      days: 60,
      make: (index) => ({
        id: `txn_${index}`,
        currency: "usd",
        fee: 117,
        source: { object: "charge", payment_intent: `pi_${index}` },
      }),
    })),
  },
};
platform.client = client as unknown as Stripe;

const paidFact = (paymentId: string): PaidFact => ({
  paymentId,
  userId: "user",
  product: "subscription",
  isFirst: false,
  startedAt: NOW.toISOString(),
  dueAt: NOW.toISOString(),
  paidAt: NOW.toISOString(),
  amountCents: 3000,
  baseCents: 3000,
  currency: "usd",
  feeCents: 117,
  cardHash: null,
});

const KEY = { licenseKey: "KEY", revives: null };

/** Stores the grant that results from the subscription's payment and then from its current status. */
function keep({ userId, facts }: SeenSubscription): void {
  const active = { ...facts, subscription_status: "active" as const, past_due_since: null };
  const paid = { ...active, latest_invoice_id: facts.latest_invoice_id ?? `before_${facts.subscription_id}` };
  const before = grantSubscription(userId, undefined, paid, KEY, NOW);
  const now = { ...facts, latest_invoice_id: paid.latest_invoice_id };
  const grant = grantSubscription(userId, before, now, KEY, NOW);
  rows.put("grants", { pk: userId, sk: `grant#${grant?.id}`, ...grant });
}

beforeAll(async () => {
  const { subscriptions } = await listOwnSubscriptions({ limit: SUBSCRIPTIONS });
  subscriptions.forEach(keep);
  for (let index = 0; index < EVENTS; index += 1)
    rows.put("events", { pk: `event#evt_${index}`, sk: "event", id: `evt_${index}`, status: "done" });
  for (let index = 0; index < INVOICES; index += 1)
    rows.put("events", { pk: `payment#pi_${index}`, sk: "paid", ...paidFact(`pi_${index}`) });
  for (let index = 0; index < SESSIONS; index += 1)
    rows.put("events", {
      pk: `checkout#cs_${index}`,
      sk: "effect",
      sessionId: `cs_${index}`,
      userId: "user",
      mode: "payment",
      licenseKey: "KEY",
      at: NOW.toISOString(),
    });
  requests.clear();
});

/** Marks the last comparison as failed, so the next one looks back as far as possible. */
beforeEach(() =>
  rows.put("events", { pk: "reconciliation", sk: "effect", part: "events", finished: true, failed: true }),
);

const asked = () => [...requests.values()].reduce((sum, count) => sum + count, 0);
/** Invokes the handler. Its time runs out after `pages` pages. */
const invoke = (handler: typeof reconcile, pages = Infinity) => {
  let left = pages;
  const getRemainingTimeInMillis = () => {
    left -= 1;
    return left < 0 ? 0 : 900_000;
  };
  return handler({}, { awsRequestId: "run", getRemainingTimeInMillis } as Context);
};

test("the comparison needs at most a tenth of a request per subscription", async () => {
  const report = await invoke(reconcile);
  expect(report).toMatchObject({ mended: [], needsPerson: [], failed: [], finished: true });
  expect(report.compared).toBe(COMPARED);
  expect(asked(), JSON.stringify([...requests])).toBeLessThanOrEqual(
    SUBSCRIPTIONS * MAX_REQUESTS_PER_SUBSCRIPTION,
  );
});

test("a run that is interrupted several times resumes and compares each object once", async () => {
  requests.clear();
  const pages = Math.ceil(SUBSCRIPTIONS / 1000);
  let report = await invoke(reconcile, pages);
  let compared = report.compared;
  for (let invocations = 1; !report.finished; invocations += 1) {
    expect(invocations).toBeLessThan(15);
    report = await invoke(resume, pages);
    compared += report.compared;
  }
  expect(compared).toBe(COMPARED);
  expect(asked()).toBeLessThanOrEqual(SUBSCRIPTIONS * MAX_REQUESTS_PER_SUBSCRIPTION);
  requests.clear();
  expect(await invoke(resume)).toMatchObject({ compared: 0, finished: true });
  expect(asked()).toBe(0);
});

test("a run that dies on its first page is resumed the same night", async () => {
  const list = vi.spyOn(client.events, "list").mockRejectedValueOnce(new Error("Stripe is down"));
  const error = vi.spyOn(console, "error").mockReturnValue();
  await expect(invoke(reconcile)).rejects.toThrow("Stripe is down");
  error.mockRestore();
  list.mockRestore();
  expect(await invoke(resume)).toMatchObject({ compared: COMPARED, failed: [], finished: true });
});

test("a comparison whose lists each fit on one page stores its position only at the start and at the end", async () => {
  const empty = async () => ({ data: [], has_more: false });
  const { checkout, ...others } = client;
  const lists = [checkout.sessions, ...Object.values(others)];
  const spies = lists.map((part) => vi.spyOn(part, "list").mockImplementation(empty as never));
  rows.clear();
  const writes = () => rows.written("events").get("reconciliation|effect") ?? 0;
  const before = writes();
  expect(await invoke(reconcile)).toMatchObject({ compared: 0, finished: true });
  expect(writes() - before).toBe(2);
  for (const spy of spies) spy.mockRestore();
});
