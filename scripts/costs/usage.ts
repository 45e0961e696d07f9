import type { EndpointId } from "#shared/endpoints.ts";
import { fixedUnits } from "./fixed.ts";
import type { PriceId } from "./prices.ts";

type Operation = "GetItem" | "Query" | "PutItem" | "UpdateItem" | "TransactWriteItems";

/** What a customer's month asks of the API, and what each of these calls was counted to ask of DynamoDB. */
export const CALLS: readonly {
  readonly id: EndpointId;
  readonly aMonth: number;
  readonly asks: readonly Operation[];
}[] = [
  { id: "licenses/activate", aMonth: 1, asks: ["GetItem", "PutItem"] },
  { id: "licenses/refresh", aMonth: 22, asks: ["GetItem", "PutItem"] },
  { id: "activity/report", aMonth: 22, asks: ["GetItem", "TransactWriteItems"] },
  { id: "accounts/startSession", aMonth: 2, asks: ["GetItem", "UpdateItem"] },
  { id: "billing/getSubscription", aMonth: 2, asks: ["GetItem", "Query"] },
  { id: "licenses/listSeats", aMonth: 2, asks: ["GetItem", "Query"] },
  { id: "activity/getActivityLogs", aMonth: 2, asks: ["GetItem", "Query"] },
  { id: "activity/getVideoCount", aMonth: 2, asks: ["GetItem", "GetItem"] },
  { id: "promotions/getPromotions", aMonth: 12, asks: ["GetItem"] },
  {
    id: "billing/stripeWebhook",
    aMonth: 3,
    asks: ["UpdateItem", "Query", "TransactWriteItems", "TransactWriteItems"],
  },
];

/** Rows are below 1 KB and lie in one index besides; a transaction writes two, each at twice the price. */
const UNITS: Readonly<Record<Operation, { readonly reads: number; readonly writes: number }>> = {
  GetItem: { reads: 1, writes: 0 },
  Query: { reads: 1, writes: 0 },
  PutItem: { reads: 0, writes: 2 },
  UpdateItem: { reads: 0, writes: 2 },
  TransactWriteItems: { reads: 0, writes: 8 },
};

/** What nobody can count before there are customers. The page says each of them. */
export const GUESSES = {
  secondsACall: 0.1,
  memoryGb: 0.5,
  /** Calls of our functions by streams and queues, for each call that writes. */
  followersAWrite: 1,
  rowsKbACustomer: 50,
  visits: 12,
  requestsAVisit: 25,
  mbAVisit: 0.5,
  mails: 2,
  queueRequestsAMessage: 3,
  /** Five pollers of Lambda's look into each of the five queues every 20 seconds, whether it is empty or not. */
  idlePolls: 5 * 5 * 3 * 60 * 24 * 30,
  scheduledRuns: 10_000,
  logKbACall: 1,
  shareOfCallsThatReadASecret: 0.01,
  /** X-Ray's own rule where a deployment sets none: one a second, and of what comes besides this share. */
  tracesASecond: 1,
  shareTracedBesides: 0.05,
} as const;

/** Units of everything that has a price, in a month with so many customers. */
export function usageOf(customers: number): Record<PriceId, number> {
  const calls = sum(CALLS.map(({ aMonth }) => aMonth)) * customers;
  const writing = CALLS.filter(({ asks }) => asks.some((one) => UNITS[one].writes > 0));
  const followed = sum(writing.map(({ aMonth }) => aMonth)) * GUESSES.followersAWrite * customers;
  const units = (kind: "reads" | "writes") =>
    sum(CALLS.map(({ aMonth, asks }) => aMonth * sum(asks.map((one) => UNITS[one][kind])))) * customers;
  const invocations = calls + followed + GUESSES.scheduledRuns;
  const siteRequests = GUESSES.visits * GUESSES.requestsAVisit * customers;
  const gb = (kb: number) => kb / 1_000_000;
  const rows = gb(GUESSES.rowsKbACustomer * customers);
  return {
    reads: units("reads") + followed,
    writes: units("writes") + 2 * followed,
    rows,
    recovery: rows,
    invocations,
    compute: invocations * GUESSES.secondsACall * GUESSES.memoryGb,
    gateway: calls,
    traffic: gb(1000 * GUESSES.mbAVisit * GUESSES.visits * customers),
    requests: calls + siteRequests,
    edge: siteRequests,
    people: customers,
    mails: GUESSES.mails * customers,
    queues: GUESSES.idlePolls + GUESSES.queueRequestsAMessage * GUESSES.mails * customers,
    schedules: GUESSES.scheduledRuns,
    inspected: calls + siteRequests,
    logs: gb(GUESSES.logKbACall * (invocations + calls)),
    traces: tracesOf(invocations),
    secretReads: GUESSES.shareOfCallsThatReadASecret * invocations,
    files: 1,
    ...fixedUnits(),
  };
}

const SECONDS_A_MONTH = 60 * 60 * 24 * 30;

function tracesOf(invocations: number): number {
  const always = Math.min(invocations, GUESSES.tracesASecond * SECONDS_A_MONTH);
  return always + GUESSES.shareTracedBesides * (invocations - always);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
