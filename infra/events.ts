import { RELEASE_HOUR } from "#shared/affiliates/release.ts";
import type { StreamedTable } from "./tables.ts";

/**
 * This file lists the functions that are not endpoints, and what invokes them. It imports no CDK, because the bundler
 * reads it too.
 */
export const COGNITO_TRIGGERS = {
  "accounts/preSignUp": "preSignUp",
  "accounts/postConfirmation": "postConfirmation",
} as const;

/** The operators' user pool invokes this function before it issues a token. */
export const OPERATOR_TRIGGERS = ["accounts/limitOperatorToken"] as const;

/** Holds the keys of bad stream records until `npm run operate -- recount --replay` processes them again. */
export const ASIDE = "aside";

export type QueueName = "changes" | "erasures" | "mail" | "security" | "payouts" | "batches" | typeof ASIDE;

export type QueueConsumer = {
  readonly queue: QueueName;
  readonly batchSize: number;
  /** Seconds to wait for a full batch. A batch of more than 10 messages needs at least 1 second. */
  readonly windowSeconds?: number;
  /** Maximum number of concurrent runs. Lambda requires at least 2. */
  readonly mostAtOnce?: number;
};

/** The function that reads each queue. After the last failed attempt, a message goes to the dead-letter queue. */
export const QUEUE_CONSUMERS = {
  "customers/eraseAccount": { queue: "erasures", batchSize: 1 },
  "customers/followChange": { queue: "changes", batchSize: 1 },
  "mail/deliver": { queue: "mail", batchSize: 10 },
  "payouts/pay": { queue: "payouts", batchSize: 50, windowSeconds: 1, mostAtOnce: 2 },
  "payouts/continueBatch": { queue: "batches", batchSize: 1, mostAtOnce: 2 },
  "security/observe": { queue: "security", batchSize: 10 },
} as const satisfies Record<string, QueueConsumer>;

export type StreamConsumer = {
  readonly tables: readonly StreamedTable[];
  /** Lambda's filter patterns, to skip most changes. Lambda allows five per mapping. */
  readonly filters?: readonly object[];
  readonly batchSize: number;
  readonly windowSeconds: number;
  /** The function mails about changes of these tables. A replay has only the row, so it cannot repeat the mail. */
  readonly announces?: readonly StreamedTable[];
};

/**
 * The functions that read each table's stream. DynamoDB throttles more than two readers, and a replica in another
 * region would count as a reader. A function halves a failing batch until it finds the bad record, sets the record's
 * key aside and continues (functions/platform/stream.ts).
 */
export const STREAM_CONSUMERS = {
  "customers/announceChanges": {
    tables: ["Users", "Seats"],
    filters: [
      { eventName: ["MODIFY"], dynamodb: { Keys: { sk: { S: ["account"] } } } },
      { eventName: ["INSERT"], dynamodb: { Keys: { sk: { S: ["license"] } } } },
      // A computer takes an empty seat.
      {
        eventName: ["MODIFY"],
        dynamodb: {
          OldImage: { device: { NULL: [{ exists: true }] } },
          NewImage: { device: { M: { activationId: { S: [{ exists: true }] } } } },
        },
      },
    ],
    batchSize: 10,
    windowSeconds: 0,
    announces: ["Users", "Seats"],
  },
  "customers/followSuspensions": {
    tables: ["Grants"],
    filters: [
      // The function itself checks what changed in a subscription: filters for that would exceed Lambda's limit.
      { dynamodb: { Keys: { sk: { S: ["suspended", { prefix: "grant#sub:" }] } } } },
      {
        eventName: ["INSERT", "MODIFY"],
        dynamodb: { NewImage: { team: { M: { ownerId: { S: [{ exists: true }] } } } } },
      },
    ],
    batchSize: 1,
    windowSeconds: 0,
  },
  "affiliates/countTraffic": {
    tables: ["Traffic", "Payouts"],
    filters: [
      {
        eventName: ["INSERT"],
        dynamodb: { Keys: { sk: { S: ["click", { prefix: "commission#" }, { prefix: "request#" }] } } },
      },
      {
        eventName: ["MODIFY"],
        dynamodb: {
          Keys: {
            sk: { S: [{ prefix: "commission#" }, { prefix: "request#" }, { prefix: "payout#" }] },
          },
        },
      },
    ],
    batchSize: 500,
    windowSeconds: 1,
    announces: ["Payouts"],
  },
  "affiliates/followPayments": {
    tables: ["Events"],
    filters: [{ dynamodb: { Keys: { pk: { S: [{ prefix: "payment#" }] } } } }],
    batchSize: 10,
    windowSeconds: 0,
  },
  "affiliates/followSuspensions": {
    tables: ["Affiliates"],
    filters: [{ eventName: ["INSERT", "MODIFY"], dynamodb: { Keys: { sk: { S: ["affiliate"] } } } }],
    batchSize: 10,
    windowSeconds: 0,
    announces: ["Affiliates"],
  },
  "insights/project": {
    tables: ["Users", "Grants", "Seats", "Alerts", "Affiliates", "Payouts", "Events"],
    filters: [
      {
        dynamodb: {
          Keys: {
            sk: {
              S: [
                "account",
                "license",
                "stock",
                "affiliate",
                "attribution",
                "paid",
                { prefix: "refund#" },
                { prefix: "dispute#" },
                { prefix: "grant#" },
                { prefix: "open#" },
                { prefix: "closed#" },
                { prefix: "commission#" },
                { prefix: "payout#" },
              ],
            },
          },
        },
      },
    ],
    batchSize: 25,
    windowSeconds: 0,
  },
} as const satisfies Record<string, StreamConsumer>;

/**
 * Scheduled functions, in UTC. Lambda retries a failed run after one and two minutes. Then the event goes to the jobs'
 * dead-letter queue.
 */
export const SCHEDULES = {
  "affiliates/checkLedger": "cron(0 6 * * ? *)",
  "reconciliation/reconcile": "cron(0 3 * * ? *)",
  "reconciliation/resumeReconciliation": "cron(20,40 3-5 * * ? *)",
  "reconciliation/sweepReservations": "rate(5 minutes)",
  "diagnostics/probe": "rate(5 minutes)",
  "insights/refreshDue": "rate(1 hour)",
  "mail/resumeWaiting": "rate(1 minute)",
  "migrations/run": "rate(1 hour)",
  "payouts/calcDaily": `cron(0 ${RELEASE_HOUR} * * ? *)`,
  "payouts/distributeWeekly": "cron(0 9 ? * MON *)",
} as const satisfies Record<string, string>;

/** The function for calls with an API key, behind one route for every method (infra/api.ts). */
export const DOOR_IDS = ["apiKeys/call"] as const;

export type CustomerTriggerId = keyof typeof COGNITO_TRIGGERS;
export type TriggerId = CustomerTriggerId | (typeof OPERATOR_TRIGGERS)[number];
export type ConsumerId = keyof typeof QUEUE_CONSUMERS;
export type ScheduledId = keyof typeof SCHEDULES;
export type StreamConsumerId = keyof typeof STREAM_CONSUMERS;
export type DoorId = (typeof DOOR_IDS)[number];
export type EventHandlerId = TriggerId | ConsumerId | StreamConsumerId | ScheduledId | DoorId;

function idsOf<T extends object>(functions: T): Extract<keyof T, string>[] {
  const ids = [];
  for (const id in functions) ids.push(id);
  return ids;
}

export const TRIGGER_IDS: readonly TriggerId[] = [...idsOf(COGNITO_TRIGGERS), ...OPERATOR_TRIGGERS];
export const CONSUMER_IDS: readonly ConsumerId[] = idsOf(QUEUE_CONSUMERS);
export const STREAM_CONSUMER_IDS: readonly StreamConsumerId[] = idsOf(STREAM_CONSUMERS);
export const SCHEDULED_IDS: readonly ScheduledId[] = idsOf(SCHEDULES);
export const EVENT_HANDLER_IDS: readonly EventHandlerId[] = [
  ...TRIGGER_IDS,
  ...CONSUMER_IDS,
  ...STREAM_CONSUMER_IDS,
  ...SCHEDULED_IDS,
  ...DOOR_IDS,
];
