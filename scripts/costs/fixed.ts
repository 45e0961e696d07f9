import * as z from "zod/mini";
import type { Stage } from "../../infra/names.ts";
import { type Resource, resourcesOf } from "./template.ts";

const DAYS_A_MONTH = 30;
const MINUTES_A_DAY = 24 * 60;

const AlarmProperties = z.object({
  Metrics: z.optional(z.array(z.object({ MetricStat: z.optional(z.unknown()) }))),
});
const FunctionProperties = z.object({
  Environment: z.object({ Variables: z.object({ COUNTED_EVENTS: z.optional(z.string()) }) }),
});
const FirewallProperties = z.object({ Rules: z.array(z.unknown()) });
const ScheduleProperties = z.object({ ScheduleExpression: z.string() });
const PlanProperties = z.object({
  BackupPlan: z.object({
    BackupPlanRule: z.array(
      z.object({ ScheduleExpression: z.string(), Lifecycle: z.object({ DeleteAfterDays: z.number() }) }),
    ),
  }),
});
const LogGroupProperties = z.object({ RetentionInDays: z.number() });

const CountedEvents = z.object({
  values: z.optional(z.record(z.string(), z.record(z.string(), z.number()))),
});

/** The billed units that a stage uses even without visitors, counted from its synthesized templates. */
export function fixedUnits(stage: Stage) {
  const ofType = (type: string) => resourcesOf(stage).filter(({ Type }) => Type === type);
  const counted = ofType("AWS::Lambda::Function").flatMap(({ Properties }) => {
    const { COUNTED_EVENTS } = FunctionProperties.parse(Properties).Environment.Variables;
    const { values } = CountedEvents.parse(JSON.parse(COUNTED_EVENTS ?? "{}"));
    return Object.values(values ?? {}).flatMap((metrics) => Object.keys(metrics));
  });
  return {
    alarms: sum(ofType("AWS::CloudWatch::Alarm").map(metricsOf)),
    /** Metrics that functions count. AWS bills the hours with data. */
    metrics: new Set(counted).size,
    dashboards: ofType("AWS::CloudWatch::Dashboard").length,
    firewalls: ofType("AWS::WAFv2::WebACL").length,
    firewallRules: sum(
      ofType("AWS::WAFv2::WebACL").map(({ Properties }) => FirewallProperties.parse(Properties).Rules.length),
    ),
    secrets: ofType("AWS::SecretsManager::Secret").length,
    /** Adds the key for leases, which `npm run operate -- secrets:set` creates outside of the templates. */
    keys: ofType("AWS::KMS::Key").length + 1,
    budgetActions: ofType("AWS::Budgets::BudgetsAction").length,
    polledQueues: ofType("AWS::Lambda::EventSourceMapping").filter(
      // Reading a stream is free. Stream mappings have a starting position.
      ({ Properties }) => Properties.StartingPosition === undefined,
    ).length,
    scheduledRuns: sum(
      ofType("AWS::Scheduler::Schedule").map(({ Properties }) =>
        runsAMonth(ScheduleProperties.parse(Properties).ScheduleExpression),
      ),
    ),
    trails: ofType("AWS::CloudTrail::Trail").length,
    /** Number of copies in the vault at any time. */
    copies: sum(
      ofType("AWS::Backup::BackupPlan")
        .flatMap(({ Properties }) => PlanProperties.parse(Properties).BackupPlan.BackupPlanRule)
        .map((rule) => (runsAMonth(rule.ScheduleExpression) * rule.Lifecycle.DeleteAfterDays) / DAYS_A_MONTH),
    ),
    logMonths:
      Math.max(
        ...ofType("AWS::Logs::LogGroup").map(
          ({ Properties }) => LogGroupProperties.parse(Properties).RetentionInDays,
        ),
      ) / DAYS_A_MONTH,
  };
}

/** CloudWatch bills an alarm by its metrics. */
function metricsOf({ Properties }: Resource): number {
  const { Metrics } = AlarmProperties.parse(Properties);
  return Metrics === undefined ? 1 : Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length;
}

/** @throws for an unknown kind of expression */
export function runsAMonth(expression: string): number {
  const [, count, unit = ""] = /^rate\((\d+) (minute|hour)s?\)$/.exec(expression) ?? [];
  const minutes = { minute: 1, hour: 60 }[unit];
  if (minutes !== undefined) return (DAYS_A_MONTH * MINUTES_A_DAY) / (Number(count) * minutes);
  const [, atMinutes, atHours] = /^cron\(([\d,-]+) ([\d,-]+) \* \* \? \*\)$/.exec(expression) ?? [];
  if (atMinutes && atHours) return DAYS_A_MONTH * valuesIn(atMinutes) * valuesIn(atHours);
  if (/^cron\(\d+ \d+ \? \* [A-Z]{3} \*\)$/.test(expression)) return DAYS_A_MONTH / 7;
  throw new Error(`scripts/costs/fixed.ts does not know how often ${expression} runs. Add it there.`);
}

/** `20,40` has two values, `3-5` three. */
function valuesIn(field: string): number {
  const ranges = field.split(",").map((range) => range.split("-").map(Number));
  return sum(ranges.map(([from = 0, to = from]) => to - from + 1));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
