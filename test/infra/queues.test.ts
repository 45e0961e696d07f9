import { describe, expect, it } from "vitest";
import { QUEUE_CONSUMERS, SCHEDULED_IDS, STREAM_CONSUMERS } from "../../infra/events.ts";
import { logicalName } from "../../infra/names.ts";
import { PARTS } from "../../infra/stacks.ts";
import { everything, ofType, one, synthesize, text } from "./synthesized.ts";

const templates = synthesize();
const { watch } = templates;
const resources = everything(templates);
const property = (id: string) => resources[id]?.Properties;
/** Compares by name, because the queue is in another stack. */
const toDeadLetters = (value: unknown) => expect(text(value)).toMatch(/:sqs:.*-dev-jobs-dead-letters$/);

describe.each(Object.entries(QUEUE_CONSUMERS))("%s", (id, { queue, batchSize }) => {
  const queueId = `${logicalName(queue)}Queue`;
  const deadLettersId = `${logicalName(queue)}DeadLetters`;
  const functionId = `${logicalName(id)}Function`;

  it("takes batches from its queue and returns only failed messages", () => {
    expect(property(`${logicalName(id)}Takes${logicalName(queue)}`)).toMatchObject({
      FunctionName: { Ref: functionId },
      EventSourceArn: { "Fn::GetAtt": [queueId, "Arn"] },
      BatchSize: batchSize,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    });
  });

  // Without the wait, Lambda refuses the deployment.
  it("waits at least a second for messages if a batch can have more than ten", () => {
    const { BatchSize, MaximumBatchingWindowInSeconds = 0 } = property(
      `${logicalName(id)}Takes${logicalName(queue)}`,
    );
    expect(MaximumBatchingWindowInSeconds).toBeGreaterThanOrEqual(BatchSize > 10 ? 1 : 0);
  });

  it("hides a message for at least six times the function's timeout", () => {
    expect(property(queueId).VisibilityTimeout).toBeGreaterThanOrEqual(6 * property(functionId).Timeout);
  });

  it("attempts a message at least five times, then keeps it in the dead-letter queue for two weeks", () => {
    const { deadLetterTargetArn, maxReceiveCount } = property(queueId).RedrivePolicy;
    expect(deadLetterTargetArn).toEqual({ "Fn::GetAtt": [deadLettersId, "Arn"] });
    expect(maxReceiveCount).toBeGreaterThanOrEqual(5);
    expect(property(deadLettersId).MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
  });
});

it("only the functions that continue through their own queue may call themselves repeatedly", () => {
  const allowed = PARTS.flatMap((part) => ofType(templates[part], "AWS::Lambda::Function")).filter(
    ([, { Properties }]) => Properties.RecursiveLoop !== undefined,
  );
  expect(allowed.map(([, { Properties }]) => [Properties.Description, Properties.RecursiveLoop])).toEqual([
    ["mail/deliver", "Allow"],
    ["payouts/continueBatch", "Allow"],
  ]);
});

describe.each(SCHEDULED_IDS)("%s", (id) => {
  it("puts the event of a failed run into the dead-letter queue", () => {
    toDeadLetters(property(`${logicalName(id)}Function`).DeadLetterConfig.TargetArn);
    const [{ PolicyDocument }] = property(`${logicalName(id)}Role`).Policies;
    const putsAway = PolicyDocument.Statement.find(({ Sid }: { Sid: string }) => Sid === "PutAway");
    expect(putsAway).toMatchObject({ Effect: "Allow", Action: ["sqs:SendMessage"] });
    toDeadLetters(putsAway.Resource);
  });

  it("has its event put into the dead-letter queue if the scheduler cannot call it", () => {
    toDeadLetters(property(`${logicalName(id)}Schedule`).Target.DeadLetterConfig.Arn);
  });
});

describe.each(Object.entries(STREAM_CONSUMERS))("%s", (id, { tables }) => {
  it.each(tables)(
    "retries failed records of %s for 23 of the 24 hours for which its stream keeps them",
    (table) => {
      const mapping = property(`${logicalName(id)}Follows${table}`);
      expect(mapping).toMatchObject({
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: -1,
        // Below the stream's 24 hours. Otherwise Lambda would not report the records it drops.
        MaximumRecordAgeInSeconds: 23 * 60 * 60,
      });
      toDeadLetters(mapping.DestinationConfig.OnFailure.Destination);
    },
  );
});

it("the queue of bad records keeps their keys for two weeks", () => {
  expect(property("AsideQueue").MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
});

it("the dead-letter queue's policy lets only the alarms' topic and the event rules put messages into the queue", () => {
  expect(property("JobsDeadLettersPolicy").PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({
      Principal: { Service: "sns.amazonaws.com" },
      Condition: { ArnLike: { "aws:SourceArn": expect.anything() } },
    }),
  );
  const senders = property("JobsDeadLettersPolicy").PolicyDocument.Statement.filter(
    ({ Effect }: { Effect: string }) => Effect === "Allow",
  );
  expect(senders.map(({ Principal }: { Principal: { Service: string } }) => Principal.Service)).toEqual([
    "sns.amazonaws.com",
    "events.amazonaws.com",
  ]);
  const { RedrivePolicy } = one(watch, "AWS::SNS::Subscription").Properties;
  expect(text(RedrivePolicy.deadLetterTargetArn)).toContain(property("JobsDeadLetters").QueueName);
});

it("the template encrypts every queue at rest and in transit", () => {
  const queues = Object.entries(resources).filter(([, { Type }]) => Type === "AWS::SQS::Queue");
  const refusals = PARTS.flatMap((part) => ofType(templates[part], "AWS::SQS::QueuePolicy")).map(
    ([, policy]) => policy.Properties,
  );
  for (const [id, queue] of queues) {
    expect(queue.Properties.SqsManagedSseEnabled).toBe(true);
    const policy = refusals.find(({ Queues }) => text(Queues[0]) === `\${${id}}`);
    expect(policy?.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
    );
  }
});
