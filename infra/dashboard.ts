import { Aws } from "aws-cdk-lib";
import { CfnDashboard } from "aws-cdk-lib/aws-cloudwatch";
import { COUNTS } from "./alarms/counted.ts";
import { ASIDE, CONSUMER_IDS, QUEUE_CONSUMERS } from "./events.ts";
import { API_STAGE } from "./gate.ts";
import { FIREWALL_REGION, JOBS } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

type Row = { readonly title: string; readonly graphs: readonly Graph[] };
type Graph = {
  readonly title: string;
  readonly metrics: readonly unknown[];
  readonly statistic: string;
  /** The region of the metrics, if it is not the deployment's. */
  readonly region?: string;
};

const WIDTH = 24;
const GRAPH_HEIGHT = 6;
const TITLE_HEIGHT = 1;

/** The rows go from what customers notice to what the stage uses. */
export function createDashboard(scope: Scope): void {
  const widgets: object[] = [];
  let y = 0;
  for (const { title, graphs } of rows(scope)) {
    widgets.push(place(0, y, WIDTH, TITLE_HEIGHT, "text", { markdown: `## ${title}` }));
    y += TITLE_HEIGHT;
    const width = WIDTH / graphs.length;
    graphs.forEach((graph, index) => {
      widgets.push(place(index * width, y, width, GRAPH_HEIGHT, "metric", properties(graph)));
    });
    y += GRAPH_HEIGHT;
  }
  new CfnDashboard(scope.stack, "Dashboard", {
    dashboardName: scope.names.prefix,
    dashboardBody: scope.stack.toJsonString({ widgets }),
  });
}

function rows(scope: Scope): Row[] {
  const { names } = scope;
  const api = (name: string) => [
    "AWS/ApiGateway",
    name,
    "ApiId",
    published(scope, "api-id"),
    "Stage",
    API_STAGE,
  ];
  const site = (name: string) => [
    "AWS/CloudFront",
    name,
    "DistributionId",
    published(scope, "distribution-id"),
    "Region",
    "Global",
  ];
  return [
    {
      title: "Do customers get answers?",
      graphs: [
        {
          title: "Requests to the site",
          metrics: [site("Requests")],
          statistic: "Sum",
          region: FIREWALL_REGION,
        },
        {
          title: "Answers with an error, %",
          metrics: [site("4xxErrorRate"), site("5xxErrorRate")],
          statistic: "Average",
          region: FIREWALL_REGION,
        },
        { title: "Calls of the API", metrics: [api("Count"), api("4xx"), api("5xx")], statistic: "Sum" },
        { title: "How long a call takes, ms", metrics: [api("Latency")], statistic: "p95" },
      ],
    },
    {
      title: "Is the money right?",
      graphs: [
        {
          title: "What must not happen",
          metrics: COUNTS.map(({ id }) => [names.prefix, id]),
          statistic: "Sum",
        },
        {
          title: "Stripe's events",
          metrics: [
            ["AWS/Lambda", "Invocations", "FunctionName", names.function("stripeEvents/stripeWebhook")],
          ],
          statistic: "Sum",
        },
      ],
    },
    {
      title: "Do background jobs keep up?",
      graphs: [
        {
          title: "Oldest message, seconds",
          metrics: CONSUMER_IDS.map((id) => [
            "AWS/SQS",
            "ApproximateAgeOfOldestMessage",
            "QueueName",
            names.queue(QUEUE_CONSUMERS[id].queue),
          ]),
          statistic: "Maximum",
        },
        {
          title: "Messages in dead-letter queues, and records set aside",
          metrics: [
            ...[...CONSUMER_IDS.map((id) => QUEUE_CONSUMERS[id].queue), JOBS].map(names.deadLetterQueue),
            names.queue(ASIDE),
          ].map((queue) => ["AWS/SQS", "ApproximateNumberOfMessagesVisible", "QueueName", queue]),
          statistic: "Maximum",
        },
        {
          title: "Functions that fail",
          metrics: [
            query(
              'SELECT SUM(Errors) FROM SCHEMA("AWS/Lambda", FunctionName) GROUP BY FunctionName ORDER BY SUM() DESC LIMIT 10',
            ),
          ],
          statistic: "Sum",
        },
      ],
    },
    {
      title: "What does the shop use?",
      graphs: [
        {
          title: "Units read and written, by table",
          metrics: ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"].map((name, index) =>
            query(
              `SELECT SUM(${name}) FROM SCHEMA("AWS/DynamoDB", TableName) GROUP BY TableName ORDER BY SUM() DESC LIMIT 5`,
              index,
            ),
          ),
          statistic: "Sum",
        },
        {
          title: "Functions running at once",
          metrics: [["AWS/Lambda", "ConcurrentExecutions"]],
          statistic: "Maximum",
        },
        // This widget is empty in a stage without firewalls.
        {
          title: "Refused by the user pool's firewall",
          metrics: [
            [
              "AWS/WAFV2",
              "BlockedRequests",
              "WebACL",
              names.poolFirewall,
              "Region",
              Aws.REGION,
              "Rule",
              "ALL",
            ],
          ],
          statistic: "Sum",
        },
        {
          title: "Refused by the firewall",
          metrics: [["AWS/WAFV2", "BlockedRequests", "WebACL", names.prefix, "Rule", "ALL"]],
          statistic: "Sum",
          region: FIREWALL_REGION,
        },
      ],
    },
  ];
}

/** Queries the busiest of many metrics. Dashboards do this for free; an alarm would cost money for each metric. */
function query(expression: string, index = 0) {
  return [{ expression, id: `q${index}`, period: 300 }];
}

function properties({ title, metrics, statistic, region }: Graph) {
  return { title, metrics, stat: statistic, period: 300, view: "timeSeries", region: region ?? Aws.REGION };
}

function place(x: number, y: number, width: number, height: number, type: string, body: object) {
  return { type, x, y, width, height, properties: body };
}
