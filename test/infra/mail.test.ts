import { expect, it } from "vitest";
import { ofType, one, synthesize, text } from "./synthesized.ts";

const { data, operations } = synthesize();
const rule = one(operations, "AWS::Events::Rule").Properties;

it("SES suppresses no address, because mail/deliver decides which mail is sent", () => {
  const { Name, SuppressionOptions } = one(data, "AWS::SES::ConfigurationSet").Properties;
  expect(SuppressionOptions).toEqual({ SuppressedReasons: [] });
  expect(one(operations, "AWS::SES::ConfigurationSetEventDestination").Properties).toMatchObject({
    ConfigurationSetName: Name,
    EventDestination: { Enabled: true, MatchingEventTypes: ["BOUNCE", "COMPLAINT"] },
  });
});

it("the shop accepts reports only about this stage's mail", () => {
  const { Name } = one(data, "AWS::SES::ConfigurationSet").Properties;
  expect(rule.EventPattern).toMatchObject({
    source: ["aws.ses"],
    detail: { mail: { tags: { "ses:configuration-set": [Name] } } },
  });
});

it("only the EventBridge rule can put reports into the queue, and undelivered reports go to the dead-letter queue", () => {
  const queue = operations.Resources.SecurityQueue?.Properties;
  const [target] = rule.Targets;
  expect(text(target.Arn)).toMatch(new RegExp(`:${queue.QueueName}$`));
  expect(text(target.DeadLetterConfig.Arn)).toMatch(/-jobs-dead-letters$/);
  const senders = ofType(operations, "AWS::SQS::QueuePolicy")
    .filter(([id]) => id === "SecurityQueuePolicy")
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
    .filter(({ Effect }: { Effect: string }) => Effect === "Allow");
  expect(senders).toHaveLength(1);
  expect(senders[0]).toMatchObject({
    Principal: { Service: "events.amazonaws.com" },
    Action: "sqs:SendMessage",
  });
  expect(text(senders[0].Condition.ArnLike["aws:SourceArn"])).toMatch(new RegExp(`:rule/${rule.Name}$`));
});
