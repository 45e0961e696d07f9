import type { FunctionId } from "../access.ts";
import {
  CONSUMER_IDS,
  QUEUE_CONSUMERS,
  SCHEDULED_IDS,
  SCHEDULES,
  type ScheduledId,
  STREAM_CONSUMER_IDS,
} from "../events.ts";
import { JOBS, type Names } from "../names.ts";
import type { Scope } from "../scope.ts";
import { type Alarm, combined, type Metric, shareOf } from "./alarm.ts";
import { countedMetric, FAILED_RUNS, FAILED_RUNS_FLOOR } from "./counted.ts";

const STUCK_SECONDS = 15 * 60;
const DAY_MINUTES = 24 * 60;

/** Runs every five minutes, 288 times a day. Its runs show whether schedules work at all. */
export const HEARTBEAT: ScheduledId = "reconciliation/sweepReservations";
/** A full day has 288 runs. The day of a first deployment has fewer, and its daily jobs may not have run yet. */
const RUNS_OF_A_WHOLE_DAY = 280;

/** The alarm on a silent API already covers the probe. */
const PROBE: ScheduledId = "diagnostics/probe";

/** A missing run of the migrations rings no alarm, because nobody waits for them. */
const MIGRATIONS: ScheduledId = "migrations/run";

/** Schedules that run at least once a day. CloudWatch looks back at most a week, so weekly schedules are excluded. */
export const DAILY_IDS = SCHEDULED_IDS.filter(
  (id) => id !== HEARTBEAT && id !== PROBE && id !== MIGRATIONS && !SCHEDULES[id].includes("? * MON"),
);

export function backgroundAlarms(scope: Scope): Alarm[] {
  const { names } = scope;
  const queues = CONSUMER_IDS.map((id) => QUEUE_CONSUMERS[id].queue);
  return [
    {
      // Metrics without dimensions count all functions of the region, including other stages in the same account.
      id: "functions/fail",
      says: "Within five minutes, at least five runs and at least one run in a thousand failed. This counts triggers (five each), consumers of queues and streams (a thousand for a bad stream record), scheduled jobs, and any function that timed out or crashed.",
      section: "functions-fail",
      ...shareOf(
        [{ namespace: "AWS/Lambda", name: "Errors", statistic: "Sum" }, countedMetric(scope, FAILED_RUNS.id)],
        { namespace: "AWS/Lambda", name: "Invocations", statistic: "Sum" },
        FAILED_RUNS_FLOOR,
        0.001,
      ),
      minutes: 5,
    },
    several({
      id: "queues/dead-letters",
      says: "A message failed all its attempts and is in a dead-letter queue.",
      section: "a-dead-letter-queue-is-not-empty",
      metrics: [...queues, JOBS].map((of) =>
        ofQueue(names.deadLetterQueue(of), "ApproximateNumberOfMessagesVisible"),
      ),
      rings: { from: 1 },
      minutes: 5,
    }),
    several({
      id: "queues/behind",
      says: "The oldest message of a queue has waited 15 minutes or more.",
      section: "a-queue-or-stream-is-behind",
      metrics: queues.map((queue) => ofQueue(names.queue(queue), "ApproximateAgeOfOldestMessage")),
      rings: { from: STUCK_SECONDS },
      minutes: 5,
    }),
    several({
      id: "streams/behind",
      says: "A function that follows tables is at least 15 minutes behind.",
      section: "a-queue-or-stream-is-behind",
      metrics: STREAM_CONSUMER_IDS.map((id) => ofFunction(names, id, "IteratorAge", "Maximum")),
      rings: { from: STUCK_SECONDS * 1000 },
      minutes: 5,
    }),
    {
      id: "schedules/silent",
      says: `${HEARTBEAT}, which runs every five minutes, has not run for 15 minutes.`,
      section: "a-schedule-did-not-run",
      metrics: [ofFunction(names, HEARTBEAT, "Invocations", "Sum")],
      rings: { below: 1 },
      minutes: 5,
      periods: 3,
      silenceRings: true,
    },
    missingJobs(names),
  ];
}

/**
 * Rings if a daily job is missing on two days in a row. A single day proves nothing, because a run may fall on the edge
 * of the period. The alarm stays silent if a day has too few heartbeats, such as the day of a first deployment.
 */
function missingJobs(names: Names): Alarm {
  const jobs = DAILY_IDS.map((_, index) => `FILL(m${index + 1}, 0)`).join(", ");
  const runs = (id: FunctionId) => ofFunction(names, id, "Invocations", "Sum");
  return {
    id: "schedules/missing",
    says: `One of the scheduled jobs has not run for two days: ${DAILY_IDS.join(", ")}.`,
    section: "a-schedule-did-not-run",
    metrics: [runs(HEARTBEAT), ...DAILY_IDS.map(runs)],
    expression: `IF(FILL(m0, 0) >= ${RUNS_OF_A_WHOLE_DAY} AND MIN([${jobs}]) < 1, 1, 0)`,
    rings: { from: 1 },
    minutes: DAY_MINUTES,
    periods: 2,
  };
}

type Several = Omit<Alarm, "metrics" | "expression"> & { readonly metrics: readonly Metric[] };

function several({ metrics: [first, ...others], ...alarm }: Several): Alarm {
  if (first === undefined) throw new Error(`The alarm ${alarm.id} watches no metric.`);
  return { ...alarm, metrics: [first, ...others], expression: combined("MAX", 1 + others.length) };
}

function ofFunction(names: Names, id: FunctionId, name: string, statistic: Metric["statistic"]): Metric {
  return { namespace: "AWS/Lambda", name, statistic, dimensions: { FunctionName: names.function(id) } };
}

function ofQueue(queue: string, name: string): Metric {
  return { namespace: "AWS/SQS", name, statistic: "Maximum", dimensions: { QueueName: queue } };
}
