/** What a unit costs, in dollars, and where that is written. */
export type Price = {
  readonly what: string;
  /** Dollars for `per` units. */
  readonly dollars: number;
  readonly per: number;
  readonly unit: string;
  /** Units a month that cost nothing, for good and not for a first year only. */
  readonly free: number;
  /** From so many units on, another price, until the next one. */
  readonly bands?: readonly { readonly from: number; readonly dollars: number }[];
  /** What turns this cost on. */
  readonly when: string;
  readonly source: string;
};

/** List prices of us-east-1, as the sources had them when this was written. Check them before relying on a sum. */
export const PRICES_READ = "2026-11-22";
export const PRICES_REGION = "us-east-1";

const MILLION = 1_000_000;
const COGNITO =
  "https://raw.githubusercontent.com/api-evangelist/amazon-cognito/refs/heads/main/plans/amazon-cognito-plans-pricing.yml";
const CLOUDWATCH =
  "https://raw.githubusercontent.com/api-evangelist/cloudwatch/refs/heads/main/plans/cloudwatch-plans-pricing.yml";

/** Whether Amazon says it itself, or somebody who quotes Amazon. */
export function isAmazons({ source }: Pick<Price, "source">): boolean {
  return /(^|\.)aws\.amazon\.com$/.test(new URL(source).hostname);
}

export const PRICES = {
  reads: {
    what: "DynamoDB: reads",
    dollars: 0.125,
    per: MILLION,
    unit: "read request units",
    free: 0,
    source: "https://airbyte.com/data-engineering-resources/dynamodb-pricing",
    when: "each call of the API; idle, the scheduled jobs",
  },
  writes: {
    what: "DynamoDB: writes",
    dollars: 0.625,
    per: MILLION,
    unit: "write request units",
    free: 0,
    source: "https://airbyte.com/data-engineering-resources/dynamodb-pricing",
    when: "each call that changes something; each index repeats the write",
  },
  rows: {
    what: "DynamoDB: rows kept",
    dollars: 0.25,
    per: 1,
    unit: "GB",
    free: 25,
    source: "https://aws.amazon.com/dynamodb/pricing/",
    when: "data, above 25 GB",
  },
  recovery: {
    what: "DynamoDB: point-in-time recovery",
    dollars: 0.2,
    per: 1,
    unit: "GB",
    free: 0,
    source: "https://finops.com.py/services/dynamodb/backups",
    when: "data: a copy of every table for 35 days",
  },
  invocations: {
    what: "Lambda: calls",
    dollars: 0.2,
    per: MILLION,
    unit: "calls",
    free: MILLION,
    source: "https://cloudchipr.com/blog/aws-lambda-pricing",
    when: "each call, each record of a stream, each scheduled run",
  },
  compute: {
    what: "Lambda: time (arm64)",
    dollars: 0.0000133334,
    per: 1,
    unit: "GB-seconds",
    free: 400_000,
    source: "https://cloudchipr.com/blog/aws-lambda-pricing",
    when: "the same, by time and memory",
  },
  gateway: {
    what: "API Gateway: HTTP API",
    dollars: 1,
    per: MILLION,
    unit: "requests",
    free: 0,
    source:
      "https://docs.aws.amazon.com/whitepapers/latest/best-practices-api-gateway-private-apis-integration/cost-optimization.html",
    when: "each call of the API",
  },
  traffic: {
    what: "CloudFront: traffic",
    dollars: 0.085,
    per: 1,
    unit: "GB",
    free: 1000,
    source: "https://aws.amazon.com/cloudfront/pricing",
    when: "visitors and downloads, above 1 TB",
  },
  requests: {
    what: "CloudFront: requests",
    dollars: 1,
    per: MILLION,
    unit: "requests",
    free: 10 * MILLION,
    source: "https://wring.co/blog/aws-cloudfront-pricing-guide",
    when: "visitors, above 10 million requests",
  },
  edge: {
    what: "CloudFront: functions",
    dollars: 0.1,
    per: MILLION,
    unit: "calls",
    free: 2 * MILLION,
    source: "https://cur.vantage.sh/aws/amazoncloudfront/",
    when: "each page that is asked for",
  },
  people: {
    what: "Cognito: people who sign in (Lite)",
    dollars: 0.0055,
    per: 1,
    unit: "people",
    free: 10_000,
    bands: [{ from: 100_000, dollars: 0.0046 }],
    source: COGNITO,
    when: "each person who signs in, or is looked up, in a month",
  },
  operators: {
    what: "Cognito: operators who sign in (Essentials)",
    dollars: 0.015,
    per: 1,
    unit: "people",
    free: 10_000,
    source: COGNITO,
    when: "each operator who signs in, or is looked up, in a month",
  },
  mails: {
    what: "SES: mails",
    dollars: 0.1,
    per: 1000,
    unit: "mails",
    free: 0,
    source: "https://www.acecloudinterviews.com/tutorials/aws/ses/",
    when: "each mail",
  },
  queues: {
    what: "SQS: requests",
    dollars: 0.4,
    per: MILLION,
    unit: "requests",
    free: MILLION,
    source: "https://cloudburn.io/blog/amazon-sqs-pricing",
    when: "each queue with a consumer, which Lambda asks all the time",
  },
  schedules: {
    what: "EventBridge Scheduler: runs",
    dollars: 1,
    per: MILLION,
    unit: "runs",
    free: 14 * MILLION,
    source: "https://cloudburn.io/blog/amazon-eventbridge-pricing",
    when: "scheduled runs, above 14 million",
  },
  firewalls: {
    what: "WAF: web ACLs",
    dollars: 5,
    per: 1,
    unit: "ACLs",
    free: 0,
    source: "https://c3x.dev/blog/aws-waf-cost-explained/",
    when: "a stage with `firewall` in infra/stages.ts",
  },
  firewallRules: {
    what: "WAF: rules",
    dollars: 1,
    per: 1,
    unit: "rules",
    free: 0,
    source: "https://c3x.dev/blog/aws-waf-cost-explained/",
    when: "each rule in infra/firewall.ts",
  },
  inspected: {
    what: "WAF: requests",
    dollars: 0.6,
    per: MILLION,
    unit: "requests",
    free: 0,
    source: "https://c3x.dev/blog/aws-waf-cost-explained/",
    when: "each request to the site or the API",
  },
  alarms: {
    what: "CloudWatch: alarms, by metric",
    dollars: 0.1,
    per: 1,
    unit: "metrics",
    free: 10,
    source: "https://github.com/vreutova/infracost-idem-support/pull/2",
    when: "each metric that an alarm reads, above ten",
  },
  metrics: {
    what: "CloudWatch: metrics of our own",
    dollars: 0.3,
    per: 1,
    unit: "metrics",
    free: 10,
    source: "https://signoz.io/guides/cloudwatch-pricing",
    when: "each hour in which a log filter of an alarm matched",
  },
  logs: {
    what: "CloudWatch: logs written",
    dollars: 0.5,
    per: 1,
    unit: "GB",
    free: 5,
    source: "https://github.com/vreutova/infracost-idem-support/pull/2",
    when: "each line of a log, above 5 GB",
  },
  logsKept: {
    what: "CloudWatch: logs kept",
    dollars: 0.03,
    per: 1,
    unit: "GB",
    free: 5,
    source: "https://github.com/vreutova/infracost-idem-support/pull/2",
    when: "logs, by the time that infra/stages.ts keeps them",
  },
  dashboards: {
    what: "CloudWatch: dashboards",
    dollars: 3,
    per: 1,
    unit: "dashboards",
    free: 3,
    source: CLOUDWATCH,
    when: "a fourth dashboard in the account, or one with more than 50 metrics",
  },
  budgetActions: {
    what: "Budgets: actions",
    dollars: 3,
    per: 1,
    unit: "actions",
    free: 2,
    source: "https://aws.amazon.com/aws-cost-management/aws-budgets/pricing/",
    when: "budgets that act, of which there are none; notifications are free",
  },
  traces: {
    what: "X-Ray: traces",
    dollars: 5,
    per: MILLION,
    unit: "traces",
    free: 100_000,
    source: "https://aws.amazon.com/de/xray/pricing/",
    when: "calls that X-Ray samples, above 100,000",
  },
  secrets: {
    what: "Secrets Manager: secrets",
    dollars: 0.4,
    per: 1,
    unit: "secrets",
    free: 0,
    source: "https://hivebook.wiki/wiki/aws-secrets-manager-rotated-secrets-dynamic-db-credentials-kms",
    when: "each secret in infra/secrets.ts",
  },
  secretReads: {
    what: "Secrets Manager: reads",
    dollars: 0.05,
    per: 10_000,
    unit: "calls",
    free: 0,
    source: "https://hivebook.wiki/wiki/aws-secrets-manager-rotated-secrets-dynamic-db-credentials-kms",
    when: "each start of a function that needs one",
  },
  keys: {
    what: "KMS: keys",
    dollars: 1,
    per: 1,
    unit: "keys",
    free: 0,
    source: "https://aws.amazon.com/kms/pricing/",
    when: "each key in infra/keys.ts; its first two yearly rotations add 1 usd a month each",
  },
  files: {
    what: "S3: files kept",
    dollars: 0.023,
    per: 1,
    unit: "GB",
    free: 0,
    source: "https://gist.github.com/EverettBerry/a37438006529a55f42da6fdbc44a505c",
    when: "the site, the installers and the access logs",
  },
} as const satisfies Record<string, Price>;

/** What the same people cost on each of Cognito's plans: docs/decisions/cognito-plan.md chooses. */
export const COGNITO_PLANS = {
  LITE: PRICES.people,
  ESSENTIALS: { ...PRICES.people, what: "Essentials", dollars: 0.015, bands: [] },
  PLUS: { ...PRICES.people, what: "Plus", dollars: 0.02, free: 0, bands: [] },
} as const satisfies Record<string, Price>;

export type PriceId = keyof typeof PRICES;
