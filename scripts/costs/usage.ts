import type { EndpointId } from "#shared/endpoints.ts";
import { WARMED } from "#shared/warming.ts";
import type { Stage } from "../../infra/names.ts";
import { fixedUnits, sum } from "./fixed.ts";
import type { PriceId } from "./prices.ts";

type Operation = "GetItem" | "Query" | "PutItem" | "UpdateItem" | "TransactWriteItems";

/** A customer's API calls in a month, and the DynamoDB calls that each makes. */
export const CALLS: readonly {
  readonly id: EndpointId;
  readonly aMonth: number;
  readonly asks: readonly Operation[];
  /** Signatures by KMS, for the lease and for the answer. */
  readonly signatures?: number;
}[] = [
  { id: "licenses/activate", aMonth: 1, asks: ["GetItem", "PutItem"], signatures: 2 },
  { id: "licenses/refresh", aMonth: 22, asks: ["GetItem", "PutItem"], signatures: 2 },
  { id: "activity/report", aMonth: 22, asks: ["GetItem", "TransactWriteItems"], signatures: 1 },
  { id: "customers/startSession", aMonth: 2, asks: ["GetItem", "UpdateItem", "UpdateItem"] },
  {
    id: "customers/getOverview",
    aMonth: 2,
    asks: ["GetItem", "GetItem", "GetItem", "GetItem", "Query", "Query", "Query"],
  },
  { id: "promotions/getPromotions", aMonth: 10, asks: ["GetItem", "GetItem"] },
  {
    id: "stripeEvents/stripeWebhook",
    aMonth: 3,
    asks: ["UpdateItem", "Query", "TransactWriteItems", "TransactWriteItems"],
  },
];

const SIGN_INS = CALLS.find(({ id }) => id === "customers/startSession")?.aMonth ?? 0;
/** Functions that the sign-in page warms up, per customer and month. */
export const STARTS = SIGN_INS * Object.keys(WARMED.signIn).length;

/** Each row has less than 1 KB and is in one index. A transaction writes two rows, at twice the price. */
const UNITS: Readonly<Record<Operation, { readonly reads: number; readonly writes: number }>> = {
  GetItem: { reads: 1, writes: 0 },
  Query: { reads: 1, writes: 0 },
  PutItem: { reads: 0, writes: 2 },
  UpdateItem: { reads: 0, writes: 2 },
  TransactWriteItems: { reads: 0, writes: 8 },
};

/** Guesses, because these figures cannot be counted without customers. The page lists each guess. */
export const GUESSES = {
  secondsACall: 0.1,
  memoryGb: 0.5,
  /** Invocations by streams and queues per writing call. */
  followersAWrite: 1,
  rowsKbACustomer: 50,
  visits: 12,
  requestsAVisit: 25,
  mbAVisit: 0.5,
  operators: 1,
  mails: 2,
  queueRequestsAMessage: 3,
  /** Lambda keeps five pollers on a queue, which ask every 20 seconds even if it is empty. */
  pollsAQueue: 5 * 3 * 60 * 24 * 30,
  /** The probe requests a page and an API answer twelve times an hour. */
  probes: 12 * 24 * 30,
  logKbACall: 1,
  shareOfCallsThatReadASecret: 0.01,
  /** X-Ray's default rule: one trace a second, and this share of the rest. */
  tracesASecond: 1,
  shareTracedBesides: 0.05,
} as const;

/** The units that a stage with this many customers uses in a month, by price. */
export function usageOf(customers: number, stage: Stage = "prod"): Record<PriceId, number> {
  const { polledQueues, scheduledRuns, logMonths, trails, copies, ...fixed } = fixedUnits(stage);
  const calls = (sum(CALLS.map(({ aMonth }) => aMonth)) + STARTS) * customers + GUESSES.probes;
  const writing = CALLS.filter(({ asks }) => asks.some((one) => UNITS[one].writes > 0));
  const followed = sum(writing.map(({ aMonth }) => aMonth)) * GUESSES.followersAWrite * customers;
  const units = (kind: "reads" | "writes") =>
    sum(CALLS.map(({ aMonth, asks }) => aMonth * sum(asks.map((one) => UNITS[one][kind])))) * customers;
  const invocations = calls + followed + scheduledRuns;
  const siteRequests = GUESSES.visits * GUESSES.requestsAVisit * customers + GUESSES.probes;
  const gb = (kb: number) => kb / 1_000_000;
  const rows = gb(GUESSES.rowsKbACustomer * customers);
  const logs = gb(GUESSES.logKbACall * (invocations + calls));
  return {
    ...fixed,
    // Each run queries an index or a table once; customers' rows are counted above.
    reads: units("reads") + followed + scheduledRuns + GUESSES.probes,
    writes: units("writes") + 2 * followed,
    rows,
    recovery: rows,
    // An upper bound: the vault excludes some tables.
    vault: rows * copies,
    invocations,
    compute: invocations * GUESSES.secondsACall * GUESSES.memoryGb,
    gateway: calls,
    traffic: gb(1000 * GUESSES.mbAVisit * GUESSES.visits * customers),
    requests: calls + siteRequests,
    edge: siteRequests,
    people: customers,
    operators: GUESSES.operators,
    mails: GUESSES.mails * customers,
    queues: polledQueues * GUESSES.pollsAQueue + GUESSES.queueRequestsAMessage * GUESSES.mails * customers,
    schedules: scheduledRuns,
    inspected: fixed.firewalls > 0 ? calls + siteRequests : 0,
    logs,
    logsKept: logs * logMonths,
    // Functions write these metrics only when something fails.
    metrics: 0,
    traces: tracesOf(invocations),
    // The stage is alone in its account, whose first trail is free.
    trail: Math.max(0, trails - 1) * invocations,
    signatures: sum(CALLS.map(({ aMonth, signatures = 0 }) => aMonth * signatures)) * customers,
    secretReads: GUESSES.shareOfCallsThatReadASecret * invocations,
    files: 1,
  };
}

const SECONDS_A_MONTH = 60 * 60 * 24 * 30;

function tracesOf(invocations: number): number {
  const always = Math.min(invocations, GUESSES.tracesASecond * SECONDS_A_MONTH);
  return always + GUESSES.shareTracedBesides * (invocations - always);
}
