import type { Context } from "aws-lambda";
import type Stripe from "stripe";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { timetable } from "#local-aws";
import { DAY, MINUTE } from "#shared/instant.ts";
import { OWN_EVENTS } from "#shared/stripeEvents/webhookEvents.ts";
import { handler as checkLedger } from "../../functions/affiliates/checkLedger.ts";
import { touchNewRows } from "../../functions/migrations/steps/newRows.ts";
import { migrate } from "../../functions/migrations/steps/work.ts";
import { takeTurn } from "../../functions/platform/stripePace.ts";
import { handler as reconcile } from "../../functions/reconciliation/reconcile.ts";
import { handler as resume } from "../../functions/reconciliation/resumeReconciliation.ts";
import { SCHEDULES } from "../../infra/events.ts";
import { mostInASecond } from "../../scripts/bench/payouts/pace.ts";
import { memoryDynamo } from "../support/memory/dynamo.ts";
import { network } from "../support/memory/network.ts";
import { stripeLists } from "../support/stripeLists.ts";

// Runs the scheduled jobs of a shop with 10 million customers in virtual time. Simulates pages and calls, not rows.

const CUSTOMERS = 10_000_000;
const AFFILIATES = 100_000;
const EVENTS = 5_000_000;
/** Six rows a customer: the account, the grant, the key and three payments. */
const ROWS = 6 * CUSTOMERS;
const STRIPE_TAKES = 300;
const DATABASE_TAKES = 10;
const SCAN_TAKES = 200;
const BEGIN = new Date("2026-11-22T03:00:00.000Z");

const platform = vi.hoisted((): { client?: Stripe } => ({}));
vi.mock("../../functions/platform/stripe.ts", () => ({
  stripe: async () => platform.client,
  isLivemode: async () => false,
}));
vi.mock("../../functions/payments/events/table.ts", async (real) => ({
  ...(await real<object>()),
  doneEvents: async (ids: readonly string[]) => new Set(ids),
}));
vi.mock("../../functions/payments/checkoutTable.ts", async (real) => ({
  ...(await real<object>()),
  findCheckout: async () => ({}),
}));
vi.mock("../../functions/payments/table.ts", async (real) => ({
  ...(await real<object>()),
  findPaid: async (ids: readonly string[]) => new Set(ids),
}));
const scans = vi.hoisted(() => ({ scan: async (_part: number, _start: object | undefined) => ({}) }));
vi.mock("../../functions/platform/dynamo.ts", async (real) => ({
  ...(await real<object>()),
  scanItems: ({ Segment, ExclusiveStartKey }: { Segment: number; ExclusiveStartKey?: object }) =>
    scans.scan(Segment, ExclusiveStartKey),
}));
const ledger = vi.hoisted(() => ({ wait: async () => {}, payouts: [] as object[] }));
vi.mock("../../functions/affiliates/ledger/check/table.ts", async (real) => {
  const actual = await real<typeof import("../../functions/affiliates/ledger/check/table.ts")>();
  const { newTally } = await import("../../functions/affiliates/ledger/check/rules.ts");
  return {
    ...actual,
    listBalances: async (start: { at: number } | null) => {
      const at = start?.at ?? 0;
      const affiliateIds = Array.from({ length: 100 }, (_, index) => `affiliate-${at + index}`);
      return { affiliateIds, next: at + 100 < AFFILIATES ? { at: at + 100 } : null };
    },
    readTally: async () => {
      await ledger.wait();
      return { ...newTally(), payouts: ledger.payouts };
    },
    readListed: async () => undefined,
  };
});

const rows = memoryDynamo(network());
for (const table of ["EVENTS", "PAYOUTS", "INSIGHTS", "USERS", "GRANTS", "SEATS"])
  vi.stubEnv(`TABLE_${table}`, table.toLowerCase());
vi.stubEnv("MAIL_QUEUE_URL", "mail");
vi.stubEnv("FUNCTION_ID", "night");
for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout"], now: BEGIN });
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const pass = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
ledger.wait = () => pass(DATABASE_TAKES);

/** The times of the requests to Stripe, by endpoint. */
let asked = new Map<string, number[]>();
/** The function dies during the request with this number. */
let lost = Infinity;
let requests = 0;
const ask = async (operation: string) => {
  await takeTurn(operation);
  requests += 1;
  if (requests === lost) throw new Error("killed");
  const times = asked.get(operation);
  if (times) times.push(performance.now());
  else asked.set(operation, [performance.now()]);
  await pass(STRIPE_TAKES);
};
beforeEach(() => {
  asked = new Map();
  requests = 0;
  lost = Infinity;
  rows.clear();
  vi.setSystemTime(BEGIN);
});

async function inTime<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  done.catch(() => {});
  while (!isOver) await vi.advanceTimersToNextTimerAsync();
  return done;
}

/** Invokes a function, which has 15 minutes as in Lambda. */
function invoke<T>(handler: (event: unknown, context: Context) => Promise<T>): Promise<T> {
  const end = Date.now() + 15 * MINUTE;
  return inTime(
    handler({}, { awsRequestId: "run", getRemainingTimeInMillis: () => end - Date.now() } as Context),
  );
}

test("the comparison with Stripe ends the same night, resumes after a kill and respects the rate limit", async () => {
  const listOf = stripeLists(BEGIN, ask, 1);
  const make = (index: number) => ({
    id: `id_${index}`,
    data: { object: {} },
    metadata: {},
    items: { data: [] },
    amount: 1,
    amount_reversed: 1,
    transfer_group: null,
  });
  const list = (operation: string, count: number, days: number) => ({
    list: listOf(operation, () => ({ count, days, make })),
  });
  const ofTypes = listOf("events", ({ types = [] }) => ({
    count: (EVENTS * types.length) / OWN_EVENTS.length,
    days: 1,
    make,
  }));
  platform.client = {
    events: { list: ofTypes },
    subscriptions: list("subscriptions", CUSTOMERS, 600),
    invoices: list("invoices", 2 * CUSTOMERS, 60),
    checkout: { sessions: list("sessions", CUSTOMERS / 10, 30) },
    transfers: list("transfers", AFFILIATES, 1),
    accounts: list("accounts", AFFILIATES, 600),
    balanceTransactions: list("balanceTransactions", 2 * CUSTOMERS, 60),
  } as unknown as Stripe;
  const yesterday = new Date(BEGIN.getTime() - DAY).toISOString();
  rows.put("events", {
    pk: "reconciliation",
    sk: "effect",
    part: "fees",
    hasFees: true,
    finished: true,
    startedAt: yesterday,
    failed: false,
  });
  lost = 20_000;
  let report = await invoke(reconcile).catch(() => ({ finished: false }));
  const { next } = timetable(SCHEDULES["reconciliation/resumeReconciliation"]);
  let runs = 1;
  for (; !report.finished; runs += 1) {
    const due = next(new Date(), BEGIN)?.getTime() ?? Infinity;
    expect(due, "The comparison must end within the night").toBeLessThan(BEGIN.getTime() + 3 * 60 * MINUTE);
    vi.setSystemTime(due);
    report = await invoke(resume).catch(() => ({ finished: false }));
  }
  expect(requests).toBeGreaterThan(lost);
  for (const times of asked.values()) expect(mostInASecond(times)).toBeLessThanOrEqual(15);
  expect(runs).toBeGreaterThan(2);
});

test("one run compares the ledgers of 100,000 affiliates and asks Stripe about few of them", async () => {
  const payout = { id: "p", status: "pending", amountCents: 0, reversedCents: 0, work: null };
  ledger.payouts = [{ ...payout, destination: "acct" }];
  platform.client = {
    transfers: {
      list: async () => {
        await ask("transfers");
        return { data: [], has_more: false };
      },
    },
  } as unknown as Stripe;
  const report = await invoke(checkLedger);
  expect(report).toMatchObject({ compared: AFFILIATES, finished: true });
  for (const times of asked.values()) expect(mostInASecond(times)).toBeLessThanOrEqual(15);
  expect(requests).toBeLessThan(0.1 * AFFILIATES);
});

test("the nightly search for new rows among 60 million ends within three hourly runs", async () => {
  const PAGE = 1000;
  let pages = 0;
  scans.scan = async (_part, start) => {
    await pass(SCAN_TAKES);
    pages += 1;
    const left = start === undefined ? ROWS / 4 / 8 : Number((start as { left: number }).left);
    return { items: [], lastKey: left > PAGE ? { left: left - PAGE } : undefined };
  };
  const marks = [{ id: "new-rows", page: touchNewRows, isDaily: true }] as const;
  let runs = 0;
  for (let isOver = false; !isOver; runs += 1) {
    const end = Date.now() + 15 * MINUTE;
    const { finished } = await inTime(migrate(marks, new Date(), () => end - Date.now()));
    isOver = finished.length > 0;
    vi.setSystemTime(BEGIN.getTime() + (runs + 1) * 60 * MINUTE);
  }
  expect(pages).toBeGreaterThanOrEqual(ROWS / PAGE);
  expect(runs).toBeLessThanOrEqual(3);
});
