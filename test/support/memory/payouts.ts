import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { vi } from "vitest";
import { Balance, type Commission, type Debt, type Entry } from "#shared/affiliates/commission.ts";
import { AppError } from "#shared/errors.ts";
import { Mail } from "#shared/mail/mail.ts";
import { ATTEMPT_MAY_ARRIVE_FOR, type Payout } from "#shared/payouts/payout.ts";
import { PayoutRequest } from "#shared/payouts/request.ts";
import { changeWrites } from "../../../functions/affiliates/ledger/table.ts";
import { getItems, type Keys, transact, WriteConflict } from "../../../functions/platform/dynamo.ts";
import { refuseStrangers } from "../../../functions/platform/origin.ts";
import { commissionOf, earnWrites } from "../commissions.ts";
import { ORIGIN_HASHES } from "../origin.ts";
import { affiliateOf } from "../payouts.ts";
import { memoryDynamo, type Rows } from "./dynamo.ts";
import { START } from "./ledger.ts";
import { inProcess, type Mode, network } from "./network.ts";
import { memoryQueues } from "./queue.ts";
import { memoryTransfers, type Transfers } from "./transfers.ts";

export type Fault = { at: number; mode: Mode };
/**
 * How a call ended. "conflict": another call was faster, or the product refused. "failed" and "killed": the call may
 * have written rows.
 */
export type Outcome = "ok" | "conflict" | "failed" | "killed";
/** How often a message is delivered before it waits for the next `deliver`. */
const MAX_DELIVERIES = 4;

let world: { transfers: Transfers } | undefined;
/** For `vi.mock("…/functions/platform/stripe.ts", () => stripePlatform)`. */
export const stripePlatform = { stripe: async () => world?.transfers.client };
/**
 * For `vi.mock("…/functions/http/http.ts", …)`. Every request comes through CloudFront. Tests on the stack check
 * the caller and the input.
 */
export const httpPlatform = {
  http: () => (handle: (request: unknown) => unknown) => (request: unknown) => {
    vi.stubEnv("ORIGIN_HASHES", ORIGIN_HASHES);
    refuseStrangers({ headers: { "x-origin-secret": "origin" } });
    return handle(request);
  },
};

/** For `vi.mock("…/functions/http/together.ts", …)`. Reads the rows, and takes the caller from the test. */
export const togetherPlatform = {
  httpWithRows:
    (_contract: unknown, keysOf: (input: unknown, userId: string) => Keys) =>
    (handle: (request: unknown) => unknown) =>
      httpPlatform.http()(async (given) => {
        const request = given as { input: unknown; caller: { userId: string } };
        return handle({ ...request, rows: await getItems(keysOf(request.input, request.caller.userId)) });
      }),
};

type Consumer = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;
export type Consumers = Readonly<Record<"batches" | "payouts", Consumer>>;

const STACK_LINES = Error.stackTraceLimit;
const TABLES = { PAYOUTS: "payouts", AFFILIATES: "affiliates", AUDIT: "audit", EVENTS: "events" };
const accountOf = (affiliateId: string) => `acct_${affiliateId}`;

export type World = ReturnType<typeof memoryPayouts>;

/** Payouts with the real handlers in their real order. Everything around them is in memory. */
export function memoryPayouts(consumers: Consumers) {
  for (const [name, table] of Object.entries(TABLES)) vi.stubEnv(`TABLE_${name}`, table);
  for (const name of ["MAIL", "PAYOUTS", "BATCHES"]) vi.stubEnv(`${name}_QUEUE_URL`, name.toLowerCase());
  vi.stubEnv("FUNCTION_ID", "payouts/test");
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  const errors: string[] = [];
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  vi.spyOn(console, "error").mockImplementation((line) => void errors.push(String(line)));
  vi.spyOn(Math, "random").mockReturnValue(0);
  const wire = network();
  const rows = memoryDynamo(wire);
  const queued: { queue: keyof Consumers; body: string }[] = [];
  const mails: Mail[] = [];
  memoryQueues(wire, (url, body) => {
    if (url === "payouts" || url === "batches") queued.push({ queue: url, body });
    else mails.push(Mail.parse(JSON.parse(body)));
  });
  /** Attempts that reached Stripe before they were stored. */
  const unwritten: string[] = [];
  const transfers = memoryTransfers(wire, Date.now, (payoutId, key) => {
    const row = payouts().find(({ id }) => id === payoutId);
    const isWritten = row?.status === "processing" || row?.status === "reconciling" || row?.status === "paid";
    if (!isWritten || Number(key.split("-").at(-1)) > Number(row.attempt?.number)) unwritten.push(key);
  });
  world = { transfers };
  const ofKind = (kind: string) => rows.of("payouts").filter(({ sk }) => String(sk).startsWith(`${kind}#`));
  // The product has already parsed these rows, and here they are only read.
  const payouts = () => ofKind("payout") as unknown as Payout[];
  let earned = 0;
  let running = 0;

  /** Runs an invocation, which may be killed anywhere. Errors have no stacks, which would take most of the time. */
  async function invoke(work: () => Promise<unknown>): Promise<Outcome> {
    running += 1;
    Error.stackTraceLimit = 0;
    try {
      return (await inProcess(work)) === "killed" ? "killed" : "ok";
    } catch (error) {
      if (error instanceof WriteConflict) return "conflict";
      return error instanceof AppError && error.status < 500 ? "conflict" : "failed";
    } finally {
      running -= 1;
      if (running === 0) Error.stackTraceLimit = STACK_LINES;
    }
  }
  async function deliverOnce({ queue, body }: (typeof queued)[number]): Promise<Outcome> {
    const event = { Records: [{ messageId: "message", body }] } as unknown as SQSEvent;
    const context = { awsRequestId: "request", getRemainingTimeInMillis: () => 900_000 } as Context;
    return invoke(async () => {
      const { batchItemFailures } = await consumers[queue](event, context);
      if (batchItemFailures.length > 0) throw new Error("The queue delivers the message again");
    });
  }

  return {
    network: wire,
    rows,
    transfers,
    queued,
    /** A mail for each message, duplicates included. */
    mails,
    errors,
    unwritten,
    payouts,
    requests: () => ofKind("request").map((row) => PayoutRequest.parse(row)),
    ofAffiliate: (affiliateId: string) => ledgerOf(rows, affiliateId),
    audits: (action: string) => rows.of("audit").filter((row) => row.action === action).length,
    now: () => new Date(),
    /** Moves the clock. Before that, applies the late calls that could no longer arrive afterwards. */
    wait(ms: number): void {
      wire.arrive(Date.now() + ms - ATTEMPT_MAY_ARRIVE_FOR);
      vi.setSystemTime(Date.now() + ms);
    },
    invoke,
    /** Runs the calls concurrently. The seed decides at which points each call lets the others run. */
    async atOnce(seed: number, ...work: (() => Promise<unknown>)[]): Promise<Outcome[]> {
      let state = seed + 1;
      wire.turn = async () => {
        state = (state * 48_271) % 2_147_483_647;
        for (let tick = (state % 7) ** 3; tick > 0; tick -= 1) await Promise.resolve();
      };
      const came = await Promise.all(work.map(invoke));
      wire.turn = undefined;
      return came;
    },
    /** Delivers all messages, even those that deliveries cause. A failed message is delivered again a few times. */
    async deliver(isTwice = false): Promise<void> {
      const waiting: typeof queued = [];
      for (let message = queued.shift(); message; message = queued.shift()) {
        const one = message;
        let came: Outcome = "failed";
        for (let tries = 0; tries < MAX_DELIVERIES && came !== "ok"; tries += 1) {
          came = await deliverOnce(one);
          if (isTwice) await Promise.all([deliverOnce(one), deliverOnce(one)]);
        }
        if (came !== "ok") waiting.push(one);
      }
      queued.push(...waiting);
    },
    async earn(affiliateId: string, cents: readonly number[]): Promise<void> {
      for (let start = 0; start < cents.length; start += 40) {
        const page = cents.slice(start, start + 40).map((one) => {
          earned += 1;
          return commissionOf(affiliateId, one, { id: `in_${String(earned).padStart(6, "0")}` });
        });
        await transact(earnWrites(page));
      }
    },
    /** Refunds the payment behind the first commission. If the commission is in a payout, the refund becomes a debt. */
    async reverse(affiliateId: string, amountCents: number): Promise<void> {
      const [row] = ledgerOf(rows, affiliateId).commissions;
      if (row?.status !== "available") return this.takeBack(affiliateId, amountCents);
      const { id, version } = row;
      const after: Commission = { ...row, reversedCents: amountCents, version: version + 1 };
      const entry = reversalOf({ affiliateId, id, amountCents });
      await transact(changeWrites(affiliateId, [{ before: row, after }], [entry]));
    },
    /** Refunds a payment whose commission was paid out, so the next payout is smaller. */
    async takeBack(affiliateId: string, amountCents: number): Promise<void> {
      earned += 1;
      const at = START.toISOString();
      const id = `re_${earned}`;
      const debt: Debt = {
        affiliateId,
        id,
        commissionId: null,
        payoutId: null,
        amountCents,
        kind: "debt",
        status: "available",
        since: at,
        version: 1,
        updatedAt: at,
      };
      const entry = reversalOf({ affiliateId, id, amountCents });
      await transact(changeWrites(affiliateId, [{ after: debt }], [entry]));
    },
    /** Takes a snapshot while no call is in flight. @returns a function that restores it, any number of times */
    keep(): () => void {
      const restore = [rows.keep(), transfers.keep()];
      const now = Date.now();
      const waiting = [...queued];
      const numbers = earned;
      return () => {
        wire.plan();
        wire.turn = undefined;
        wire.arrive();
        for (const each of restore) each();
        queued.splice(0, Infinity, ...waiting);
        mails.length = 0;
        errors.length = 0;
        unwritten.length = 0;
        earned = numbers;
        vi.setSystemTime(now);
      };
    },
    reset(affiliates: readonly string[]): void {
      wire.plan();
      wire.turn = undefined;
      wire.arrive();
      rows.clear();
      transfers.clear();
      transfers.balance = 1_000_000_00;
      queued.length = 0;
      mails.length = 0;
      errors.length = 0;
      unwritten.length = 0;
      earned = 0;
      vi.setSystemTime(START);
      for (const affiliateId of affiliates) putAffiliate(rows, affiliateId);
    },
  };
}

export function putAffiliate(rows: Rows, affiliateId: string, change: Record<string, unknown> = {}): void {
  const pk = `affiliate#${affiliateId}`;
  const before = rows.of("affiliates").find((row) => row.pk === pk && row.sk === "affiliate");
  rows.put("affiliates", {
    ...before,
    pk,
    sk: "affiliate",
    ...affiliateOf(affiliateId, `${affiliateId}@example.com`),
    stripeAccountId: accountOf(affiliateId),
    payoutsEnabled: true,
    ...change,
  });
}

const reversalOf = (debt: Pick<Debt, "affiliateId" | "id" | "amountCents">): Entry => ({
  affiliateId: debt.affiliateId,
  id: `reversed/${debt.id}`,
  kind: "reversed",
  amountCents: -debt.amountCents,
  at: START.toISOString(),
  commissionId: null,
  payoutId: null,
  source: debt.id,
});

function ledgerOf(rows: Rows, affiliateId: string) {
  const own = rows.partition("payouts", `affiliate#${affiliateId}`);
  const ofKind = (kind: string) => own.filter(({ sk }) => String(sk).startsWith(`${kind}#`));
  const balance = own.find(({ sk }) => sk === "balance");
  return {
    commissions: ofKind("commission") as unknown as Commission[],
    debts: ofKind("debt") as unknown as Debt[],
    entries: ofKind("entry") as unknown as Entry[],
    balance: balance && Balance.parse(balance),
  };
}
