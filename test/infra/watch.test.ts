import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { CONSUMER_IDS, SCHEDULED_IDS, STREAM_CONSUMER_IDS, TRIGGER_IDS } from "../../infra/events.ts";
import { PARTS } from "../../infra/names.ts";
import { ofType, one, synthesize, text } from "./synthesized.ts";

const root = path.resolve(import.meta.dirname, "../..");
const templates = synthesize();
const { watch } = templates;
const alarms = ofType(watch, "AWS::CloudWatch::Alarm").map(([, alarm]) => alarm.Properties);
const named = (name: string) => alarms.find(({ AlarmName }) => AlarmName === `articlip-dev-${name}`);
const runbook = readFileSync(path.join(root, "docs/runbook.md"), "utf8");
/** Headings as the places that links lead to. */
const anchors = [...runbook.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = ""]) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-"),
);
const sectionOf = (description: string) => /docs\/runbook\.md#(\S+)$/.exec(description)?.[1];

/** What is added up in an alarm: a function that breaks, and a word of its log where that is a success to Lambda. */
const addedUp = (name: string) =>
  named(name).Metrics.flatMap((metric: { MetricStat?: { Metric: { MetricName: string } } }) =>
    metric.MetricStat ? [metric.MetricStat.Metric.MetricName] : [],
  );

it.each(Object.keys(ENDPOINTS))("hears when %s fails or is slow", (id) => {
  const name = id.replace("/", "-");
  expect(addedUp(`${name}-fails`)).toEqual(["Errors", `${id} request.failed`]);
  expect(named(`${name}-slow`)).toMatchObject({ MetricName: "Duration", ExtendedStatistic: "p95" });
});

it.each([...TRIGGER_IDS, ...SCHEDULED_IDS])("hears when %s fails", (id) => {
  expect(named(`${id.replace("/", "-")}-fails`)).toMatchObject({ MetricName: "Errors", Threshold: 1 });
});

it.each([
  ...CONSUMER_IDS.map((id) => [id, "message.failed"]),
  ...STREAM_CONSUMER_IDS.map((id) => [id, "change.failed"]),
])("hears when %s fails, and when it gives something back: %s", (id, word) => {
  const name = `${id.replace("/", "-")}-fails`;
  expect(addedUp(name)).toEqual(["Errors", `${id} ${word}`]);
  expect(named(name).Threshold).toBe(1);
});

it("hears of every dead-letter queue, and of every queue that is behind", () => {
  const queues = PARTS.flatMap((part) => ofType(templates[part], "AWS::SQS::Queue"));
  const watched = alarms
    .filter(({ Namespace }) => Namespace === "AWS/SQS")
    .map(({ MetricName, Dimensions }) => `${MetricName} ${Dimensions[0].Value}`);
  expect(watched.sort()).toEqual(
    queues
      .map(([, { Properties }]) => {
        const isLast = Properties.RedrivePolicy === undefined;
        return `${isLast ? "ApproximateNumberOfMessagesVisible" : "ApproximateAgeOfOldestMessage"} ${Properties.QueueName}`;
      })
      .sort(),
  );
});

it("looks in logs that there are for words that the functions write", () => {
  const code = globSync("functions/**/*.ts", { cwd: root }).map((file) =>
    readFileSync(path.join(root, file), "utf8"),
  );
  const groups = PARTS.flatMap((part) => ofType(templates[part], "AWS::Logs::LogGroup")).map(
    ([, group]) => group.Properties.LogGroupName,
  );
  for (const [, filter] of ofType(watch, "AWS::Logs::MetricFilter")) {
    const { LogGroupName, FilterPattern } = filter.Properties;
    expect(groups).toContain(LogGroupName);
    expect(FilterPattern).toMatch(/^"[\w.]+"$/);
    expect(
      code.some((file) => file.includes(FilterPattern)),
      FilterPattern,
    ).toBe(true);
  }
});

it("says in every alarm what happened and where it is written what to do", () => {
  for (const { AlarmName, AlarmDescription, AlarmActions } of alarms) {
    expect(AlarmDescription, AlarmName).toMatch(/^[A-Z].+\. What to do: docs\/runbook\.md#[a-z-]+$/i);
    expect(anchors, AlarmName).toContain(sectionOf(AlarmDescription));
    expect(AlarmActions).toEqual([{ Ref: "Alarms" }]);
  }
});

it("has for every section of the runbook's alarms an alarm, and in it what to look at and what to do", () => {
  const part = /^## Alarms$([\s\S]*?)(?=^## )/m.exec(runbook)?.[1] ?? "";
  const sections = part.split(/^### /m).slice(1);
  const used = new Set(alarms.map(({ AlarmDescription }) => sectionOf(AlarmDescription)));
  const written = sections.map((section) => section.split("\n")[0]?.toLowerCase().replaceAll(" ", "-"));
  expect(new Set(written)).toEqual(new Set([...used, "the-budget-is-nearly-spent"]));
  for (const section of sections)
    for (const label of ["**What it means.**", "**How to look.**", "**What to do.**"])
      expect(section, section.split("\n")[0]).toContain(label);
});

it("tells the operator, and nobody can listen in or speak in Amazon's name", () => {
  expect(one(watch, "AWS::SNS::Subscription").Properties).toMatchObject({
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

it("warns before the month's money is spent", () => {
  const { Budget, NotificationsWithSubscribers } = one(watch, "AWS::Budgets::Budget").Properties;
  expect(Budget.BudgetLimit).toEqual({ Amount: 50, Unit: "USD" });
  expect(NotificationsWithSubscribers).toHaveLength(3);
});

it("has one dashboard that CloudWatch can read", () => {
  const body = text(one(watch, "AWS::CloudWatch::Dashboard").Properties.DashboardBody);
  const { widgets } = JSON.parse(body);
  const titles = widgets.filter(({ type }: { type: string }) => type === "text");
  expect(titles).toHaveLength(4);
  for (const { x, width } of widgets) expect(x + width).toBeLessThanOrEqual(24);
});

it("searches metrics by the words of their names: a quoted term would have to be the whole name", () => {
  const { widgets } = JSON.parse(
    text(one(watch, "AWS::CloudWatch::Dashboard").Properties.DashboardBody).replaceAll(/\$\{[^}]+\}/g, "x"),
  );
  const searches: string[] = widgets.flatMap(
    ({ properties }: { properties: { metrics?: unknown[] } }) =>
      JSON.stringify(properties.metrics ?? []).match(/SEARCH\(.*?\)/g) ?? [],
  );
  expect(searches).toHaveLength(2);
  for (const search of searches) {
    expect(search).toMatch(/(Queue|Function)Name=articlip (Queue|Function)Name=dev/);
    expect(search).not.toMatch(/(Queue|Function)Name=\\*"/);
  }
});
