import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import type { Access } from "../../infra/access/row.ts";
import { ACCESS } from "../../infra/access.ts";
import { DAILY_IDS, HEARTBEAT } from "../../infra/alarms/background.ts";
import {
  CONSUMER_IDS,
  SCHEDULED_IDS,
  SCHEDULES,
  STREAM_CONSUMER_IDS,
  TRIGGER_IDS,
} from "../../infra/events.ts";
import { PARTS } from "../../infra/stacks.ts";
import { FUNCTION_FILES, modulesOf, readFunctionFile } from "../support/functionFiles.ts";
import { ofType, one, synthesize, text, together } from "./synthesized.ts";

const root = path.resolve(import.meta.dirname, "../..");
const templates = synthesize({ stage: "prod" });
const { watch } = templates;
const alarms = ofType(watch, "AWS::CloudWatch::Alarm").map(([, alarm]) => alarm.Properties);
/** The events that each function counts, with their metrics and values, by the function's id. */
const counters = PARTS.flatMap((part) => ofType(templates[part], "AWS::Lambda::Function")).map(
  ([, { Properties }]) => {
    const { FUNCTION_ID, COUNTED_EVENTS } = Properties.Environment.Variables;
    return { id: FUNCTION_ID as string, ...(JSON.parse(COUNTED_EVENTS ?? "{}") as Counted) };
  },
);
const counted = new Map(counters.map(({ id, values = {} }) => [id, values]));
type Counted = { namespace?: string; values?: Record<string, Record<string, number>> };
const named = (name: string) => alarms.find(({ AlarmName }) => AlarmName === `${BRAND.slug}-prod-${name}`);
const runbook = readFileSync(path.join(root, "docs/runbook.md"), "utf8");
/** The link targets of the headings. */
const anchors = [...runbook.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
const sectionOf = (description: string) => /docs\/runbook\.md#(\S+)$/.exec(description)?.[1];

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}

type Watched = { MetricStat?: { Metric: { MetricName: string; Dimensions: { Value: string }[] } } };
/** The metrics of a combined alarm, each with its first dimension. */
const watchedBy = (name: string): string[] =>
  named(name).Metrics.flatMap(({ MetricStat }: Watched) =>
    MetricStat ? [`${MetricStat.Metric.MetricName} ${MetricStat.Metric.Dimensions[0]?.Value}`] : [],
  );

/** The functions that count this event for an alarm. */
function heard(event: string, alarm: string): string[] {
  const { MetricName, Namespace } = named(alarm);
  return counters
    .filter(({ namespace, values }) => namespace === Namespace && MetricName in (values?.[event] ?? {}))
    .map(({ id }) => id)
    .sort();
}

type Dimension = { Name: string; Value: unknown };
type Measured = { Dimensions?: Dimension[]; Metrics?: { MetricStat?: { Metric: Measured } }[] };

const dimensionsOf = ({ Dimensions = [], Metrics = [] }: Measured): Dimension[] => [
  ...Dimensions,
  ...Metrics.flatMap(({ MetricStat }) => (MetricStat ? dimensionsOf(MetricStat.Metric) : [])),
];

const everywhere = (type: string) =>
  Object.values(templates).flatMap((template) => ofType(template, type).map(([, found]) => found.Properties));

const endpointIds = Object.keys(ENDPOINTS) as EndpointId[];
const functionName = (id: string) => `${BRAND.slug}-prod-${id.replace("/", "-")}`;

/** Whether an alarm with an expression rings at these sums of its metrics. */
function ringsAt(name: string, ...sums: number[]): boolean {
  const expression: string = named(name).Metrics[0].Expression;
  const script = expression
    .replaceAll(/FILL\(m(\d), 0\)/g, (_, index) => String(sums[index]))
    .replaceAll(/SUM\(\[([^\]]*)\]\)/g, (_, parts: string) => `(${parts.replaceAll(",", " +")})`)
    .replaceAll(
      /\b(MIN|MAX)\(\[([^\]]*)\]\)/g,
      (_, by: string, parts) => `Math.${by.toLowerCase()}(${parts})`,
    )
    .replaceAll(" AND ", " && ")
    .replace(/^IF\((.*), 1, 0\)$/, "(($1) ? 1 : 0)");
  return new Function(`return ${script}`)() >= named(name).Threshold;
}

it("an alarm rings if one call in a hundred fails, or a single call at low traffic, in two of six periods", () => {
  expect(watchedBy("api-fails").map((one) => one.split(" ")[0])).toEqual(["5xx", "Count"]);
  expect(named("api-fails")).toMatchObject({ EvaluationPeriods: 6, DatapointsToAlarm: 2 });
  // With 1,000,000 customers there are 93,000 calls in five minutes.
  const cases = [ringsAt("api-fails", 1, 40), ringsAt("api-fails", 0, 0), ringsAt("api-fails", 5, 93_000)];
  expect([...cases, ringsAt("api-fails", 930, 93_000)]).toEqual([true, false, false, true]);
});

it("an alarm watches the 95th percentile of the API's latency", () => {
  expect(named("api-slow")).toMatchObject({ MetricName: "Latency", ExtendedStatistic: "p95" });
});

it("an alarm rings at a thousand refused calls if they are at least one in five", () => {
  expect(watchedBy("api-refuses").map((one) => one.split(" ")[0])).toEqual(["4xx", "Count"]);
  const cases = [ringsAt("api-refuses", 999, 999), ringsAt("api-refuses", 1000, 4000)];
  expect([...cases, ringsAt("api-refuses", 1000, 93_000)]).toEqual([false, true, false]);
});

it("an alarm rings at one failed trigger, which keeps a person from signing up or in", () => {
  const alone = counted.get("accounts/preSignUp")?.["trigger.failed"]?.["background/fails"];
  expect(ringsAt("functions-fail", 0, Number(alone), 50)).toBe(true);
});

it("an alarm rings at five failed runs if they are at least one in a thousand, and at one bad record of a stream", () => {
  expect(watchedBy("functions-fail").map((one) => one.split(" ")[0])).toEqual([
    "Errors",
    "background/fails",
    "Invocations",
  ]);
  const alone = counted.get("insights/project")?.["change.failed"]?.["background/fails"];
  const cases = [ringsAt("functions-fail", 4, 0, 50), ringsAt("functions-fail", 2, 3, 50)];
  expect([...cases, ringsAt("functions-fail", 5, 0, 93_000)]).toEqual([false, true, false]);
  expect(ringsAt("functions-fail", 0, Number(alone), 200_000)).toBe(true);
});

it("an alarm rings at the first failure of an endpoint that calls Stripe, and at ten calls without an answer from Stripe", () => {
  const money = endpointIds.filter((id) => (ACCESS[id] as Access).stripe);
  expect(money).toContain("stripeEvents/stripeWebhook");
  expect(heard("request.failed", "money-fails")).toEqual(money.sort());
  expect(named("money-fails").Threshold).toBe(10);
  const events = counted.get("stripeEvents/stripeWebhook");
  expect(events?.["request.failed"]).toMatchObject({ "money/fails": 10 });
  expect(events?.["stripe.unavailable"]).toMatchObject({ "money/fails": 1 });
});

it("an alarm rings at four refused webhook calls in five minutes, and at a single late or missed event of Stripe", () => {
  expect(heard("webhook.refused", "stripe-late")).toContain("stripeEvents/stripeWebhook");
  expect(named("stripe-late")).toMatchObject({ Threshold: 4, Period: 300, Statistic: "Sum" });
  const events = counted.get("stripeEvents/stripeWebhook");
  expect(events?.["webhook.late"]).toMatchObject({ "stripe/late": 4 });
  expect(events?.["webhook.refused"]).toMatchObject({ "stripe/late": 1 });
  expect(counted.get("reconciliation/reconcile")?.["webhook.missed"]).toMatchObject({ "stripe/late": 4 });
});

it.each(["refund.notFinished", "settlement.notFinished"])(
  "an alarm rings at the sweep's first %s",
  (event) => {
    expect(heard(event, "books-differ")).toContain("reconciliation/sweepReservations");
    expect(named("books-differ").Threshold).toBe(1);
  },
);

it("no template has a metric filter, because a first deployment that creates many at once fails", () => {
  for (const stage of ["staging", "prod"])
    for (const template of Object.values(synthesize({ stage })))
      expect(ofType(template, "AWS::Logs::MetricFilter")).toEqual([]);
});

it.each([
  ...TRIGGER_IDS.map((id) => [id, "trigger.failed"] as const),
  ...CONSUMER_IDS.map((id) => [id, "message.failed"] as const),
  ...STREAM_CONSUMER_IDS.map((id) => [id, "change.failed"] as const),
  ...SCHEDULED_IDS.map((id) => [id, "schedule.failed"] as const),
])("%s counts each failure as %s", (id, event) => {
  expect(counted.get(id)?.[event]).toHaveProperty("background/fails");
});

it("the webhook, activations and refreshes have reserved concurrency only if the setting reserve is on", () => {
  const reserved = (reserve: string) =>
    Object.fromEntries(
      ofType(together(synthesize({ stage: "prod", reserve })), "AWS::Lambda::Function").flatMap(
        ([, { Properties }]) =>
          Properties.ReservedConcurrentExecutions === undefined
            ? []
            : [[Properties.Environment.Variables.FUNCTION_ID, Properties.ReservedConcurrentExecutions]],
      ),
    );
  expect(reserved("false")).toEqual({});
  expect(reserved("true")).toEqual({
    "stripeEvents/stripeWebhook": 50,
    "licenses/activate": 100,
    "licenses/refresh": 200,
  });
});

it("an alarm rings if functions, sign-ins or renewals are throttled", () => {
  expect(watchedBy("calls-throttled").map((one) => one.split(" ")[0])).toEqual([
    "Throttles",
    "SignInThrottles",
    "TokenRefreshThrottles",
  ]);
  expect(ringsAt("calls-throttled", 4, 3, 3)).toBe(true);
});

it("an alarm rings at Amazon's warning levels of bounces and complaints", () => {
  const cases = [ringsAt("mail-reputation", 0.04, 0.0009), ringsAt("mail-reputation", 0.05, 0)];
  expect([...cases, ringsAt("mail-reputation", 0, 0.001)]).toEqual([false, true, true]);
});

it("alarms watch every dead-letter queue, the delay of every other queue, and every function that follows tables", () => {
  const queues = PARTS.flatMap((part) => ofType(templates[part], "AWS::SQS::Queue"))
    // A consumer that puts a key into this queue logs change.failed, which has its own alarm.
    .filter(([id]) => id !== "AsideQueue");
  const watched = [...watchedBy("queues-dead-letters"), ...watchedBy("queues-behind")];
  expect(watched.sort()).toEqual(
    queues
      .map(([, { Properties }]) => {
        const isLast = Properties.RedrivePolicy === undefined;
        return `${isLast ? "ApproximateNumberOfMessagesVisible" : "ApproximateAgeOfOldestMessage"} ${Properties.QueueName}`;
      })
      .sort(),
  );
  expect(watchedBy("streams-behind")).toEqual(
    STREAM_CONSUMER_IDS.map((id) => `IteratorAge ${functionName(id)}`),
  );
});

it("an alarm rings if there are no requests or no scheduled runs", () => {
  for (const [name, metric] of [
    ["api-silent", "Count"],
    ["schedules-silent", "Invocations"],
  ] as const)
    expect(named(name)).toMatchObject({
      MetricName: metric,
      ComparisonOperator: "LessThanThreshold",
      Threshold: 1,
      EvaluationPeriods: 3,
      TreatMissingData: "breaching",
    });
  // The probe's requests and the scheduled runs occur even without customers.
  expect(SCHEDULES["diagnostics/probe"]).toBe("rate(5 minutes)");
  expect(SCHEDULES[HEARTBEAT]).toBe("rate(5 minutes)");
  expect(named("schedules-silent").Dimensions[0].Value).toBe(functionName(HEARTBEAT));
});

it("an alarm rings if a daily job did not run, but not on the day of a first deployment", () => {
  // The alarm for missing requests covers the probe. The next run of migrations/run and of payouts/distributeWeekly does
  // the work of a missed run.
  const heardElsewhere = ["diagnostics/probe", "migrations/run", "payouts/distributeWeekly"];
  expect([HEARTBEAT, ...DAILY_IDS, ...heardElsewhere].sort()).toEqual([...SCHEDULED_IDS].sort());
  expect(watchedBy("schedules-missing")).toEqual(
    [HEARTBEAT, ...DAILY_IDS].map((id) => `Invocations ${functionName(id)}`),
  );
  const missing = (heartbeat: number, runs: number) =>
    ringsAt("schedules-missing", heartbeat, runs, ...DAILY_IDS.slice(1).map(() => 1));
  expect([missing(288, 0), missing(288, 1), missing(100, 0)]).toEqual([true, false, false]);
});

it("every alarm has at most ten metrics, all with the same period", () => {
  for (const { AlarmName, Metrics = [], EvaluationPeriods, Period } of alarms) {
    expect(Metrics.length, AlarmName).toBeLessThanOrEqual(11);
    const periods = new Set(
      Metrics.flatMap(({ MetricStat }: { MetricStat?: { Period: number } }) => MetricStat?.Period ?? []),
    );
    expect(periods.size, AlarmName).toBe(Metrics.length === 0 ? 0 : 1);
    const [period = Period] = [...periods] as number[];
    // CloudWatch allows a day in total, or a week if a period is at least an hour.
    expect(EvaluationPeriods * period).toBeLessThanOrEqual(period < 3600 ? 86_400 : 604_800);
  }
});

it("text from strangers cannot ring an alarm, because the function that logs it counts nothing", () => {
  expect(counted.get("diagnostics/logClientErrors")).toEqual({});
  expect(counted.get("stripeEvents/stripeWebhook")).not.toEqual({});
});

/** Functions that may log an event without counting it. */
const UNCOUNTED: Readonly<Record<string, (id: string, access: Access) => boolean>> = {
  // Failed calls of endpoints that do not call Stripe ring `api-fails`. Failed background runs ring `functions-fail`.
  "request.failed": (id, { stripe }) => !(id in ENDPOINTS && stripe),
  "stripe.unavailable": (id) => !(id in ENDPOINTS),
  // Other functions contain the file that logs these events, but only the sweep calls it.
  "refund.notFinished": (id) => id !== "reconciliation/sweepReservations",
  "settlement.notFinished": (id) => id !== "reconciliation/sweepReservations",
};
const filesOf = new Map(Object.keys(ACCESS).map((id) => [id, modulesOf(id)]));

it.each([...new Set([...counted.values()].flatMap(Object.keys))])(
  "every function that can log %s counts it, unless someone learns of it otherwise",
  (event) => {
    const logging = FUNCTION_FILES.filter((file) => readFunctionFile(file).includes(`"${event}"`));
    const able = Object.entries<Access>(ACCESS).filter(
      ([id, access]) =>
        logging.some((file) => filesOf.get(id)?.has(file)) && UNCOUNTED[event]?.(id, access) !== true,
    );
    const counting = [...counted].filter(([, events]) => event in events).map(([id]) => id);
    expect(able).not.toEqual([]);
    expect(able.map(([id]) => id).filter((id) => !counting.includes(id))).toEqual([]);
  },
);

it("a stage has at most 22 alarms", () => {
  expect(alarms.length).toBeLessThanOrEqual(22);
});

it("every alarm says what happened and links to its section of the runbook", () => {
  for (const { AlarmName, AlarmDescription, AlarmActions } of alarms) {
    expect(AlarmDescription, AlarmName).toMatch(/^[A-Za-z].+\. What to do: docs\/runbook\.md#[a-z-]+$/);
    expect(anchors, AlarmName).toContain(sectionOf(AlarmDescription));
    expect(AlarmActions).toEqual([{ Ref: "Alarms" }]);
  }
});

it("every section below Alarms in the runbook belongs to an alarm or the budget, and has the same five labels", () => {
  const part = /^## Alarms$([\s\S]*?)(?=^## )/m.exec(runbook)?.[1] ?? "";
  const sections = part.split(/^### /m).slice(1);
  const used = new Set(alarms.map(({ AlarmDescription }) => sectionOf(AlarmDescription)));
  const written = sections.map((section) => anchorOf(section.split("\n")[0] ?? ""));
  expect(new Set(written)).toEqual(new Set([...used, "the-budget-is-nearly-spent"]));
  for (const section of sections)
    expect([...section.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, label]) => label)).toEqual([
      "What the customer sees",
      "First do this",
      "What it means",
      "How to look",
      "What to do",
    ]);
});

it("a stage without customers has no alarms except its budget", () => {
  const dev = synthesize({ stage: "dev" }).watch;
  expect(ofType(dev, "AWS::CloudWatch::Alarm")).toEqual([]);
  const budgets = ofType(dev, "AWS::Budgets::Budget").map(([, { Properties }]) => Properties);
  expect(
    budgets.map(({ Budget, NotificationsWithSubscribers }) => [
      Budget.TimeUnit,
      Budget.BudgetLimit,
      NotificationsWithSubscribers.map(({ Notification }: { Notification: Record<string, unknown> }) =>
        [Notification.NotificationType, Notification.Threshold].join(" "),
      ),
    ]),
  ).toEqual([
    ["MONTHLY", { Amount: 20, Unit: "USD" }, ["ACTUAL 80", "ACTUAL 100", "FORECASTED 100"]],
    ["DAILY", { Amount: 2, Unit: "USD" }, ["ACTUAL 100"]],
  ]);
});

it("the alarms reach the operator, and strangers can neither subscribe nor publish", () => {
  expect(watch.Resources.OperatorSubscription?.Properties).toMatchObject({
    Protocol: "email",
    Endpoint: { Ref: "OperatorEmail" },
  });
  expect(one(watch, "AWS::SNS::Topic").Properties.KmsMasterKeyId).toEqual({ Ref: "AlarmsKeyArn" });
  const { Statement } = one(watch, "AWS::SNS::TopicPolicy").Properties.PolicyDocument;
  expect(Statement.map(({ Sid, Effect }: { Sid: string; Effect: string }) => `${Effect} ${Sid}`)).toEqual([
    "Allow Send",
    "Deny TlsOnly",
  ]);
});

it("a stage has one dashboard, which is valid and free", () => {
  const body = text(one(watch, "AWS::CloudWatch::Dashboard").Properties.DashboardBody);
  const { widgets } = JSON.parse(body);
  const titles = widgets.filter(({ type }: { type: string }) => type === "text");
  expect(titles).toHaveLength(4);
  for (const { x, width } of widgets) expect(x + width).toBeLessThanOrEqual(24);
  const metrics = widgets.flatMap(
    ({ properties }: { properties: { metrics?: unknown[] } }) => properties.metrics ?? [],
  );
  expect(metrics.length).toBeLessThanOrEqual(50);
  // A search could refer to any number of metrics.
  expect(body).not.toContain("SEARCH(");
});

it("alarms and dashboard use only resources of the templates, with the names that Amazon reports", () => {
  const reported: Record<string, unknown[]> = {
    FunctionName: everywhere("AWS::Lambda::Function").map(({ FunctionName }) => FunctionName),
    QueueName: everywhere("AWS::SQS::Queue").map(({ QueueName }) => QueueName),
    RuleName: everywhere("AWS::Events::Rule").map(({ Name }) => Name),
    Stage: everywhere("AWS::ApiGatewayV2::Stage").map(({ StageName }) => StageName),
  };
  const watched = everywhere("AWS::CloudWatch::Alarm")
    .flatMap(dimensionsOf)
    .filter(({ Value }) => typeof Value === "string");
  expect(new Set(watched.map(({ Name }) => Name))).toEqual(new Set(Object.keys(reported)));
  for (const { Name, Value } of watched) expect(reported[Name], Name).toContain(Value);
  const [dashboard] = everywhere("AWS::CloudWatch::Dashboard");
  const firewalls = everywhere("AWS::WAFv2::WebACL");
  expect(firewalls).toHaveLength(2);
  for (const { VisibilityConfig } of firewalls)
    expect(text(dashboard.DashboardBody)).toContain(`"WebACL","${VisibilityConfig.MetricName}"`);
});
