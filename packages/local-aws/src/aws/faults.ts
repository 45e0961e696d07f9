import * as z from "zod/mini";
import { AwsError } from "./errors.ts";
import { seededRandom } from "./random.ts";

const SHAPE = z.strictObject({
  /**
   * A service of AWS (`dynamodb`, `sqs`) or the name of a service outside of AWS; `gateway` for a route's limit;
   * `concurrency` for Lambda's limit on running a function.
   */
  service: z.string(),
  /** The service's name for the operation (`PutItem`); for the gateway, a route's key. Default: all. */
  operation: z.optional(z.string()),
  /** The calling function's id (`licenses/activate`); for `concurrency`, the called function's id. Default: all. */
  function: z.optional(z.string()),
  mode: z.enum([
    "refuse",
    "lost",
    "throttle",
    "slow",
    "hang",
    "kill-before",
    "kill-after",
    "conflict",
    "late",
  ]),
  /** How many calls the fault strikes. Default: unlimited. */
  times: z.optional(z.int().check(z.positive())),
  /** The probability for each matching call, 0 to 1. Default: 1. */
  probability: z.optional(z.number().check(z.gte(0), z.lte(1))),
  seed: z.optional(z.int()),
});
/** Services whose only fault is `throttle`. */
const LIMITS = ["gateway", "concurrency"];
/**
 * The body of `POST /faults`. `conflict`: another transaction is writing the item. `late`: an index does not show
 * the newest writes yet. `hang`: the call gets no answer.
 */
export const Fault = SHAPE.check(
  z.refine(({ mode, service }) => !["conflict", "late"].includes(mode) || service === "dynamodb", {
    path: ["mode"],
    error: "conflict and late need the service dynamodb",
  }),
  z.refine(({ mode, service }) => mode === "throttle" || !LIMITS.includes(service), {
    path: ["mode"],
    error: "gateway and concurrency need the mode throttle",
  }),
);
export type Fault = z.infer<typeof Fault>;
export type FaultMode = Fault["mode"];

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  list(): (Fault & { struck: number })[];
  readonly services: readonly string[];
  /** Returns the fault that strikes this call, if any, and counts it. */
  strike(call: { service: string; operation: string; functionId: string | null }): FaultMode | null;
};

export function faultEngine(outside: readonly string[] = []): Faults {
  let active: { fault: Fault; struck: number; random: () => number }[] = [];
  return {
    add(fault) {
      active.push({ fault, struck: 0, random: seededRandom(fault.seed ?? 1) });
    },
    clear() {
      active = [];
    },
    services: [...Object.keys(ERRORS), ...LIMITS, ...outside],
    list: () => active.map(({ fault, struck }) => ({ ...fault, struck })),
    strike(call) {
      for (const entry of active) {
        const { fault } = entry;
        if (fault.service !== call.service) continue;
        if (fault.operation !== undefined && fault.operation !== call.operation) continue;
        if (fault.function !== undefined && fault.function !== call.functionId) continue;
        if (fault.times !== undefined && entry.struck >= fault.times) continue;
        if (fault.mode === "conflict" && !CONFLICTING.has(call.operation)) continue;
        if (fault.mode === "late" && call.operation !== "Query") continue;
        // Draws a number for matching calls only, so that other traffic does not change the sequence.
        if (fault.probability !== undefined && entry.random() >= fault.probability) continue;
        entry.struck += 1;
        return fault.mode;
      }
      return null;
    },
  };
}

const CONFLICTING = new Set([
  "TransactWriteItems",
  "TransactGetItems",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
]);

const ERRORS: Readonly<
  Record<string, { refuse: [string, string, number]; throttle: [string, string, number] }>
> = {
  dynamodb: {
    refuse: ["InternalServerError", "Internal server error", 500],
    throttle: [
      "ProvisionedThroughputExceededException",
      "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.",
      400,
    ],
  },
  sqs: {
    refuse: ["ServiceUnavailable", "Service unavailable", 503],
    throttle: ["RequestThrottled", "Request throttled", 400],
  },
  ses: {
    refuse: ["InternalServiceErrorException", "Internal service error", 500],
    throttle: ["TooManyRequestsException", "Rate exceeded", 429],
  },
  "cognito-idp": {
    refuse: ["InternalErrorException", "Internal error", 500],
    throttle: ["TooManyRequestsException", "Rate exceeded", 400],
  },
  secretsmanager: {
    refuse: ["InternalServiceError", "Internal service error", 500],
    throttle: ["ThrottlingException", "Rate exceeded", 400],
  },
  kms: {
    refuse: ["KMSInternalException", "Internal error", 500],
    throttle: ["ThrottlingException", "Rate exceeded", 400],
  },
  lambda: {
    refuse: ["ServiceException", "Service error", 500],
    throttle: ["TooManyRequestsException", "Rate Exceeded.", 429],
  },
};

export function faultError(
  service: string,
  operation: string,
  mode: "refuse" | "throttle" | "conflict",
): AwsError {
  if (mode === "conflict") return conflict(operation);
  if (mode === "throttle" && operation.startsWith("Transact")) return canceled("ThrottlingError", THROUGHPUT);
  const [code, message, status] = ERRORS[service]?.[mode] ?? [
    "ServiceUnavailable",
    "Service unavailable",
    503,
  ];
  return new AwsError(code, message, status);
}

const ONGOING = "Transaction is ongoing for the item";
/** DynamoDB's message when it throttles an on-demand table. */
const THROUGHPUT =
  "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.";

const conflict = (operation: string): AwsError =>
  operation.startsWith("Transact")
    ? canceled("TransactionConflict", ONGOING)
    : new AwsError("TransactionConflictException", ONGOING);

function canceled(Code: string, Message: string): AwsError {
  return new AwsError(
    "TransactionCanceledException",
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${Code}]`,
    400,
    { CancellationReasons: [{ Code, Message }] },
  );
}
