import { ThrottlingException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { SQSClient, SQSServiceException } from "@aws-sdk/client-sqs";
import type { Context, DynamoDBStreamEvent } from "aws-lambda";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "#shared/errors.ts";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { Throttled, WriteConflict } from "../../../functions/platform/dynamo.ts";
import { enqueue } from "../../../functions/platform/queue.ts";
import { follow } from "../../../functions/platform/stream.ts";
import { network } from "../../support/memory/network.ts";
import { memoryQueues } from "../../support/memory/queue.ts";
import { streamRecord } from "../../support/streamRecord.ts";
// Registers Stripe's errors.
import "../../../functions/platform/stripe.ts";

const wire = network();
let written: string[];
let aside: unknown[];
let done: number[];
let failing: Map<number, unknown>;
let leftMs: number;
let mailed: string[];
beforeAll(() => {
  vi.stubEnv("FUNCTION_ID", "affiliates/followPayments");
  vi.stubEnv("ASIDE_QUEUE_URL", "aside");
  for (const level of ["warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void written.push(JSON.parse(line).event));
  memoryQueues(wire, (_queue, body) => aside.push(JSON.parse(body)));
});
beforeEach(() => {
  wire.plan();
  [written, aside, done, failing, leftMs, mailed] = [[], [], [], new Map(), MINUTE, []];
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const handler = follow(async (changes) => {
  for (const { after } of changes) {
    const number = Number(after?.pk);
    if (failing.has(number)) throw failing.get(number);
  }
  await enqueue("mail", mailed);
  done.push(...changes.map(({ after }) => Number(after?.pk)));
});

const from1to = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** Delivers records with sequence numbers that start at 1. @returns the numbers at which the stream resumes */
async function deliver(count: number): Promise<number[]> {
  const Records = from1to(count).map((number) => {
    const after = { pk: String(number), sk: "paid" };
    return streamRecord({ table: "articlip-dev-events", before: undefined, after }, number);
  });
  const context = { awsRequestId: "r", getRemainingTimeInMillis: () => leftMs } as Context;
  const { batchItemFailures } = await handler({ Records } as unknown as DynamoDBStreamEvent, context);
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
}
const keyOf = (number: number) => ({
  consumer: "affiliates/followPayments",
  table: "articlip-dev-events",
  key: { pk: String(number), sk: "paid" },
});

test("a bad record is set aside, and the thousand records after it are handled in the same run", async () => {
  failing.set(1, new TypeError("Cannot read properties of undefined"));
  expect(await deliver(1001)).toEqual([]);
  expect(done).toEqual(from1to(1001).slice(1));
  expect(aside).toEqual([keyOf(1)]);
  expect(written).toEqual(["change.failed"]);
});

test("several bad records are each set aside once", async () => {
  for (const number of [2, 3, 9]) failing.set(number, new RangeError("bad"));
  expect(await deliver(10)).toEqual([]);
  expect(done).toEqual([1, 4, 5, 6, 7, 8, 10]);
  expect(aside).toEqual([2, 3, 9].map(keyOf));
});

test("the stream resumes at a throttled record, and no alarm rings", async () => {
  failing.set(7, new Throttled("full"));
  expect(await deliver(10)).toEqual([7]);
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  expect([aside, written]).toEqual([[], ["change.postponed"]]);
});

const $metadata = {};
const transaction = (Code: string) =>
  new TransactionCanceledException({ message: Code, $metadata, CancellationReasons: [{ Code }] });
const database = (cause: unknown) => new AppError("DATABASE_ERROR", "Please try again.", { cause });
const named = (name: string) => Object.assign(new Error(name), { name });

test.each([
  ["a conflict", new WriteConflict("met")],
  ["a conflict that lasted", new AppError("CONFLICT", "changed", { cause: new WriteConflict("met") })],
  ["a throttled table", database(new ThrottlingException({ message: "slow", $metadata }))],
  ["a throttled transaction", database(transaction("ThrottlingError"))],
  ["a database that does not answer", database(named("TimeoutError"))],
  ["a broken connection", Object.assign(new Error("reset"), { code: "ECONNRESET" })],
  [
    "an AWS service that fails",
    new SQSServiceException({ name: "Fault", $fault: "server", $metadata: { httpStatusCode: 503 } }),
  ],
  [
    "the rate limit of the user pool",
    new AppError("RATE_LIMITED", "later", { cause: named("TooManyRequestsException") }),
  ],
  [
    "a timeout at Stripe",
    new Stripe.errors.StripeConnectionError({ message: "timed out", type: "api_error" }),
  ],
])("%s makes the stream resume at the record", async (_what, error) => {
  failing.set(1, error);
  expect([await deliver(1), aside]).toEqual([[1], []]);
});

test.each([
  ["a request that the database rejects", database(named("ValidationException"))],
  ["an invalid part of a transaction", database(transaction("ValidationError"))],
  [
    "a request that Stripe refuses",
    new Stripe.errors.StripeInvalidRequestError({ message: "No such", type: "invalid_request_error" }),
  ],
  ["a programming error", new TypeError("undefined")],
  ["a thrown string", "broken"],
])("%s sets the record aside", async (_what, error) => {
  failing.set(1, error);
  expect([await deliver(1), aside]).toEqual([[], [keyOf(1)]]);
});

test("if a record fails shortly before the timeout, the whole batch fails, so that Lambda halves it", async () => {
  failing.set(1, new TypeError("bad"));
  leftMs = 19 * SECOND;
  await expect(deliver(2)).rejects.toThrow("bad");
  expect(aside).toEqual([]);
});

test.each([
  ["cannot accept its message now, the record is retried", false, [[1], []]],
  ["always rejects its message, the record is set aside", true, [[], [keyOf(1)]]],
])("if a queue %s", async (_what, SenderFault, expected) => {
  vi.spyOn(SQSClient.prototype, "send").mockImplementationOnce(async () => ({
    Failed: [{ Code: "No", SenderFault }],
  }));
  mailed = ["mail"];
  expect([await deliver(1), aside]).toEqual(expected);
});

test("a record that cannot be set aside makes the batch fail", async () => {
  failing.set(1, new TypeError("bad"));
  wire.plan({ at: 0, mode: "refused" });
  await expect(deliver(2)).rejects.toThrow("never arrived");
});
