import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stripeWebhook } from "#shared/stripeEvents/stripe.ts";
import { clearFaults, faults, injectFault, invocations, setDelivery } from "../support/control.ts";
import { mainJob } from "../support/mainJob.ts";

/** Injected faults of a bad day. Each random fault has a seed, so that a failure is reproducible. */
const FAULTS = [
  { service: "dynamodb", mode: "lost", probability: 0.05, seed: 11 },
  { service: "dynamodb", mode: "throttle", probability: 0.05, seed: 12 },
  { service: "dynamodb", mode: "conflict", operation: "TransactWriteItems", probability: 0.1, seed: 13 },
  ...["PutItem", "UpdateItem", "DeleteItem"].map((operation, index) => ({
    service: "dynamodb",
    mode: "conflict",
    operation,
    probability: 0.1,
    seed: 21 + index,
  })),
  { service: "sqs", mode: "refuse", probability: 0.1, seed: 14 },
  { service: "stripe", mode: "lost", probability: 0.05, seed: 15 },
  { service: "ses", mode: "refuse", probability: 0.1, seed: 16 },
  { service: "dynamodb", mode: "late" },
  { service: "dynamodb", mode: "throttle", operation: "TransactWriteItems", probability: 0.1, seed: 31 },
  { service: "dynamodb", mode: "hang", operation: "GetItem", times: 3 },
  { service: "cognito-idp", mode: "throttle", probability: 0.1, seed: 32 },
  { service: "secretsmanager", mode: "refuse", probability: 0.1, seed: 33 },
  { service: "kms", mode: "throttle", probability: 0.1, seed: 34 },
  // Stripe, queues and streams redeliver after a throttle.
  {
    service: "gateway",
    mode: "throttle",
    operation: `POST ${stripeWebhook.path}`,
    probability: 0.2,
    seed: 35,
  },
  ...["insights/project", "customers/announceChanges", "mail/deliver"].map((name, index) => ({
    service: "concurrency",
    mode: "throttle",
    function: name,
    probability: 0.2,
    seed: 36 + index,
  })),
];

const WEBHOOK = "stripeEvents/stripeWebhook";

// test/properties/billingOrder.test.ts covers webhooks in any order.
describe("with duplicate webhooks and failing calls,", () => {
  let earlier: Set<string>;
  beforeAll(async () => {
    earlier = new Set((await invocations(WEBHOOK)).map(({ requestId }) => requestId));
    await setDelivery("duplicate", 17);
    for (const fault of FAULTS) await injectFault(fault);
  });
  afterAll(async () => {
    await clearFaults();
    await setDelivery("normal");
  });
  mainJob();

  test("calls of the webhook have failed, and throttles and late writes have occurred", async () => {
    const results = (await invocations(WEBHOOK))
      .filter(({ requestId }) => !earlier.has(requestId))
      .flatMap(({ calls }) => calls.map(({ result }) => result));
    expect(results.filter((result) => result !== "ok").length).toBeGreaterThan(0);
    const struck = (await faults()).filter((fault) => fault.struck > 0);
    for (const expected of [{ service: "gateway" }, { service: "concurrency" }, { mode: "late" }])
      expect(struck).toContainEqual(expect.objectContaining(expected));
  });
});
