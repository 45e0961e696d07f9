import fc from "fast-check";

export const WHO = ["ann", "bob"] as const;
export type Who = (typeof WHO)[number];

const who = fc.constantFrom(...WHO);
const which = fc.nat(5);
const service = fc.constantFrom(
  { service: "dynamodb", operation: "TransactWriteItems" },
  { service: "dynamodb", operation: "Query" },
  { service: "dynamodb", operation: "GetItem" },
  { service: "stripe", operation: "transfers.create" },
  { service: "stripe", operation: "transfers.list" },
  { service: "sqs", operation: "SendMessageBatch" },
);
const mode = fc.constantFrom("refuse", "lost", "kill-before", "kill-after");
/** A fault at the first or a later call. */
const fault = fc.option(
  fc.record({ call: service, mode, seed: fc.nat(1000), probability: fc.constantFrom(0.3, 1) }),
  { freq: 2 },
);

const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const step = fc.oneof(
  weighted(
    2,
    fc.record({
      do: fc.constant("earn" as const),
      who,
      cents: fc.array(fc.integer({ min: 500, max: 4000 }), { minLength: 1, maxLength: 2 }),
      /** Whether the hold is still running, and ends within the next day. */
      isHeld: fc.boolean(),
    }),
  ),
  weighted(
    2,
    fc.record({
      do: fc.constant("refund" as const),
      which,
      percent: fc.constantFrom(10, 33, 100),
      fails: fc.boolean(),
    }),
  ),
  weighted(
    1,
    fc.record({
      do: fc.constant("dispute" as const),
      which,
      state: fc.constantFrom("open" as const, "won" as const, "lost" as const),
    }),
  ),
  weighted(2, fc.record({ do: fc.constant("request" as const), who, fault })),
  weighted(
    3,
    fc.record({
      do: fc.constant("run" as const),
      kind: fc.constantFrom("calc" as const, "distribute" as const),
      isPreviewed: fc.boolean(),
      fault,
    }),
  ),
  weighted(
    5,
    fc.record({
      do: fc.constant("act" as const),
      who,
      what: fc.constantFrom("approve" as const, "approve" as const, "transfer" as const, "cancel" as const),
      isTwice: fc.boolean(),
      fault,
    }),
  ),
  weighted(1, fc.record({ do: fc.constant("account" as const), who, isPayable: fc.boolean() })),
  weighted(1, fc.record({ do: fc.constant("wait" as const) })),
);
export type PayoutStep = typeof step extends fc.Arbitrary<infer S> ? S : never;
export type PlannedFault = Exclude<Extract<PayoutStep, { do: "run" }>["fault"], null>;

const both = (make: (who: Who) => PayoutStep): PayoutStep[] => WHO.map(make);
/** Each affiliate has earned something and requested a payout. */
const BEGINNING: PayoutStep[] = [
  ...both((who) => ({ do: "earn", who, cents: [2500, 1501], isHeld: false })),
  ...both((who) => ({ do: "request", who, fault: null })),
  { do: "run", kind: "calc", isPreviewed: false, fault: null },
];

/** Random histories. The same seed gives the same histories. */
export function payoutHistories(seed: number, count: number): PayoutStep[][] {
  return fc
    .sample(fc.array(step, { minLength: 9, maxLength: 9 }), { seed, numRuns: count })
    .map((steps) => [...BEGINNING, ...steps]);
}
