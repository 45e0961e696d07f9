import { CfnEventSourceMapping, type CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnQueue, CfnQueuePolicy, type CfnQueueProps } from "aws-cdk-lib/aws-sqs";
import { ACCESS, type FunctionId } from "./access.ts";
import { acknowledgeLastQueue, acknowledgeQueueFailures } from "./checks.ts";
import { ASIDE, CONSUMER_IDS, QUEUE_CONSUMERS, type QueueConsumer, type QueueName } from "./events.ts";
import { createFunction } from "./lambda.ts";
import { createMailFeedback, feedbackSender, REPORTS } from "./mail.ts";
import { arn, JOBS, logicalName } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

const CONSUMER_TIMEOUT_SECONDS = 60;
/** An AWS service that sends messages as itself, without a role. */
type Sender = { readonly service: string; readonly arn: string };

const DAYS = 24 * 60 * 60;

/**
 * Creates the queues and their consumers. As Lambda recommends, a message stays hidden for six times the function's
 * timeout, and gets five attempts before the dead-letter queue.
 */
export function createQueues(scope: Scope, isHere: (id: FunctionId) => boolean): CfnFunction[] {
  return CONSUMER_IDS.filter(isHere).map((id) => {
    const { queue: name, batchSize, windowSeconds, mostAtOnce }: QueueConsumer = QUEUE_CONSUMERS[id];
    const queue = createQueue(scope, name);
    const fn = createFunction(scope, id, {
      access: ACCESS[id],
      timeoutSeconds: CONSUMER_TIMEOUT_SECONDS,
      environment: { SITE_URL: published(scope, "site-url") },
    });
    const mapping = new CfnEventSourceMapping(scope.stack, `${logicalName(id)}Takes${logicalName(name)}`, {
      functionName: fn.ref,
      eventSourceArn: queue.attrArn,
      batchSize,
      ...(windowSeconds === undefined ? {} : { maximumBatchingWindowInSeconds: windowSeconds }),
      ...(mostAtOnce === undefined ? {} : { scalingConfig: { maximumConcurrency: mostAtOnce } }),
      functionResponseTypes: ["ReportBatchItemFailures"],
    });
    acknowledgeQueueFailures(fn, mapping);
    if (name === REPORTS) createMailFeedback(scope);
    return fn;
  });
}

function createQueue(scope: Scope, name: QueueName): CfnQueue {
  const deadLetters = createDeadLetters(scope, name);
  return createEncryptedQueue(
    scope,
    `${logicalName(name)}Queue`,
    {
      queueName: scope.names.queue(name),
      visibilityTimeout: 6 * CONSUMER_TIMEOUT_SECONDS,
      messageRetentionPeriod: 4 * DAYS,
      redrivePolicy: { deadLetterTargetArn: deadLetters.attrArn, maxReceiveCount: 5 },
    },
    name === REPORTS ? [feedbackSender(scope)] : [],
  );
}

function createDeadLetters(scope: Scope, of: string, senders: readonly Sender[] = []): CfnQueue {
  const queue = createEncryptedQueue(
    scope,
    `${logicalName(of)}DeadLetters`,
    { queueName: scope.names.deadLetterQueue(of), messageRetentionPeriod: 14 * DAYS },
    senders,
  );
  acknowledgeLastQueue(queue);
  return queue;
}

/** SQS's maximum. Each reading by a person and each failed replay of a key counts as a receive. */
const MAX_RECEIVES = 1000;

/**
 * The shared queues of all stacks: one for failures that have no queue (scheduled runs, stream records, undelivered
 * alarms and events), and one for the keys of bad stream records.
 */
export function createPutAway(scope: Scope): void {
  const { names } = scope;
  const deadLetters = createDeadLetters(scope, JOBS, [
    { service: "sns.amazonaws.com", arn: arn("sns", names.alarmTopic) },
    { service: "events.amazonaws.com", arn: arn("events", `rule/${names.prefix}-*`) },
  ]);
  createEncryptedQueue(scope, `${logicalName(ASIDE)}Queue`, {
    queueName: names.queue(ASIDE),
    messageRetentionPeriod: 14 * DAYS,
    redrivePolicy: { deadLetterTargetArn: deadLetters.attrArn, maxReceiveCount: MAX_RECEIVES },
  });
}

function createEncryptedQueue(
  { stack }: Scope,
  id: string,
  properties: CfnQueueProps,
  senders: readonly Sender[] = [],
): CfnQueue {
  const queue = new CfnQueue(stack, id, { ...properties, sqsManagedSseEnabled: true });
  new CfnQueuePolicy(stack, `${id}Policy`, {
    queues: [queue.ref],
    policyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Deny",
          Principal: "*",
          Action: "sqs:*",
          Resource: queue.attrArn,
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        },
        ...senders.map((sender) => ({
          Effect: "Allow",
          Principal: { Service: sender.service },
          Action: "sqs:SendMessage",
          Resource: queue.attrArn,
          Condition: { ArnLike: { "aws:SourceArn": sender.arn } },
        })),
      ],
    },
  });
  return queue;
}
