import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import type { Access } from "../access/grants.ts";
import { ACCESS, type FunctionId } from "../access.ts";
import { CONSUMER_IDS, QUEUE_CONSUMERS, SCHEDULED_IDS, STREAM_CONSUMER_IDS, TRIGGER_IDS } from "../events.ts";
import { JOBS, type Names } from "../names.ts";
import type { Scope } from "../scope.ts";
import type { Alarm, Metric } from "./alarm.ts";
import { countWord } from "./words.ts";

const SLOW_MS = 1500;
/** Where Stripe is asked, its time is in ours. */
const SLOW_WITH_STRIPE_MS = 6000;
const TOO_MANY_FAILURES = 5;
const STUCK_SECONDS = 15 * 60;

/** An answer of 500, and what a queue or a stream is given back, are successes to Lambda; the log has the word. */
const ANSWERED_FAILURE = "request.failed";
const GIVEN_BACK_BY_CONSUMER = "message.failed";
const GIVEN_BACK_BY_FOLLOWER = "change.failed";

export function endpointAlarms(scope: Scope): Alarm[] {
  const ids = Object.keys(ENDPOINTS).filter((id): id is EndpointId => id in ENDPOINTS);
  return ids.flatMap((id): Alarm[] => {
    const access: Access = ACCESS[id];
    const slow = access.stripe ? SLOW_WITH_STRIPE_MS : SLOW_MS;
    return [
      {
        id: `${id}/fails`,
        says: `${id} answers with errors.`,
        section: "an-endpoint-fails",
        metrics: [ofFunction(scope.names, id, "Errors", "Sum"), countWord(scope, id, ANSWERED_FAILURE)],
        from: TOO_MANY_FAILURES,
        minutes: 5,
      },
      {
        id: `${id}/slow`,
        says: `${id} takes longer than ${slow} ms.`,
        section: "an-endpoint-is-slow",
        metrics: [ofFunction(scope.names, id, "Duration", "p95")],
        from: slow,
        periods: 3,
        minutes: 5,
      },
    ];
  });
}

/** Cognito's triggers, and what queues, streams and the clock call: a failure there has no caller who sees it. */
export function eventAlarms(scope: Scope): Alarm[] {
  const { names } = scope;
  const fails = (id: FunctionId, givenBack?: string): Alarm => ({
    id: `${id}/fails`,
    says: `${id} fails.`,
    section: "a-background-job-fails",
    metrics: [
      ofFunction(names, id, "Errors", "Sum"),
      ...(givenBack === undefined ? [] : [countWord(scope, id, givenBack)]),
    ],
    from: 1,
    minutes: 5,
  });
  return [
    ...[...TRIGGER_IDS, ...SCHEDULED_IDS].map((id) => fails(id)),
    ...CONSUMER_IDS.map((id) => fails(id, GIVEN_BACK_BY_CONSUMER)),
    ...STREAM_CONSUMER_IDS.map((id) => fails(id, GIVEN_BACK_BY_FOLLOWER)),
    ...CONSUMER_IDS.flatMap((id) => queueAlarms(names, QUEUE_CONSUMERS[id].queue)),
    deadLetterAlarm(names, JOBS),
    ...STREAM_CONSUMER_IDS.map(
      (id): Alarm => ({
        id: `${id}/behind`,
        says: `${id} is behind its table by 15 minutes or more.`,
        section: "a-queue-or-stream-is-behind",
        metrics: [ofFunction(names, id, "IteratorAge", "Maximum")],
        from: STUCK_SECONDS * 1000,
        minutes: 5,
      }),
    ),
  ];
}

function queueAlarms(names: Names, queue: string): Alarm[] {
  return [
    {
      id: `${queue}/behind`,
      says: `The oldest message in the queue ${queue} has waited 15 minutes or more.`,
      section: "a-queue-or-stream-is-behind",
      metrics: [ofQueue(names.queue(queue), "ApproximateAgeOfOldestMessage")],
      from: STUCK_SECONDS,
      minutes: 5,
    },
    deadLetterAlarm(names, queue),
  ];
}

function deadLetterAlarm(names: Names, of: string): Alarm {
  return {
    id: `${of}/dead-letters`,
    says: `Something of ${of} failed for the last time and lies in its dead-letter queue.`,
    section: "a-dead-letter-queue-is-not-empty",
    metrics: [ofQueue(names.deadLetterQueue(of), "ApproximateNumberOfMessagesVisible")],
    from: 1,
    minutes: 5,
  };
}

export function ofFunction(
  names: Names,
  id: FunctionId,
  name: string,
  statistic: Metric["statistic"],
): Metric {
  return { namespace: "AWS/Lambda", name, statistic, dimensions: { FunctionName: names.function(id) } };
}

function ofQueue(queue: string, name: string): Metric {
  return { namespace: "AWS/SQS", name, statistic: "Maximum", dimensions: { QueueName: queue } };
}
