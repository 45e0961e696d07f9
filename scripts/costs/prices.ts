/** What a unit costs, in dollars, and where that is written. */
export type Price = {
  readonly what: string;
  /** Dollars for `per` units; null: no source was found, and none is made up. */
  readonly dollars: number | null;
  readonly per: number;
  readonly unit: string;
  /** Units a month that cost nothing, for good and not for a first year only. */
  readonly free: number;
  readonly source: string;
};

/** List prices of us-east-1, as the sources had them when this was written. Check them before relying on a sum. */
export const PRICES_READ = "2026-11-21";
export const PRICES_REGION = "us-east-1";

const MILLION = 1_000_000;

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
  },
  writes: {
    what: "DynamoDB: writes",
    dollars: 0.625,
    per: MILLION,
    unit: "write request units",
    free: 0,
    source: "https://airbyte.com/data-engineering-resources/dynamodb-pricing",
  },
  rows: {
    what: "DynamoDB: rows kept",
    dollars: 0.25,
    per: 1,
    unit: "GB",
    free: 25,
    source: "https://aws.amazon.com/dynamodb/pricing/",
  },
  recovery: {
    what: "DynamoDB: point-in-time recovery",
    dollars: null,
    per: 1,
    unit: "GB",
    free: 0,
    source: "https://aws.amazon.com/dynamodb/pricing/on-demand/",
  },
  invocations: {
    what: "Lambda: calls",
    dollars: 0.2,
    per: MILLION,
    unit: "calls",
    free: MILLION,
    source: "https://cloudchipr.com/blog/aws-lambda-pricing",
  },
  compute: {
    what: "Lambda: time (arm64)",
    dollars: 0.0000133334,
    per: 1,
    unit: "GB-seconds",
    free: 400_000,
    source: "https://cloudchipr.com/blog/aws-lambda-pricing",
  },
  gateway: {
    what: "API Gateway: HTTP API",
    dollars: 1,
    per: MILLION,
    unit: "requests",
    free: 0,
    source:
      "https://docs.aws.amazon.com/whitepapers/latest/best-practices-api-gateway-private-apis-integration/cost-optimization.html",
  },
  traffic: {
    what: "CloudFront: traffic",
    dollars: 0.085,
    per: 1,
    unit: "GB",
    free: 1000,
    source: "https://aws.amazon.com/cloudfront/pricing",
  },
  requests: {
    what: "CloudFront: requests",
    dollars: 1,
    per: MILLION,
    unit: "requests",
    free: 10 * MILLION,
    source: "https://wring.co/blog/aws-cloudfront-pricing-guide",
  },
  edge: {
    what: "CloudFront: functions",
    dollars: 0.1,
    per: MILLION,
    unit: "calls",
    free: 2 * MILLION,
    source: "https://cur.vantage.sh/aws/amazoncloudfront/",
  },
  people: {
    what: "Cognito: people who sign in (Essentials)",
    dollars: 0.015,
    per: 1,
    unit: "people",
    free: 10_000,
    source: "https://aws.amazon.com/cognito/pricing/",
  },
  mails: {
    what: "SES: mails",
    dollars: 0.1,
    per: 1000,
    unit: "mails",
    free: 0,
    source: "https://www.acecloudinterviews.com/tutorials/aws/ses/",
  },
  queues: {
    what: "SQS: requests",
    dollars: 0.4,
    per: MILLION,
    unit: "requests",
    free: MILLION,
    source: "https://cloudburn.io/blog/amazon-sqs-pricing",
  },
  schedules: {
    what: "EventBridge Scheduler: runs",
    dollars: 1,
    per: MILLION,
    unit: "runs",
    free: 14 * MILLION,
    source: "https://cloudburn.io/blog/amazon-eventbridge-pricing",
  },
  firewall: {
    what: "WAF: the list",
    dollars: 5,
    per: 1,
    unit: "lists",
    free: 0,
    source: "https://c3x.dev/blog/aws-waf-cost-explained/",
  },
  firewallRules: {
    what: "WAF: rules",
    dollars: 1,
    per: 1,
    unit: "rules",
    free: 0,
    source: "https://c3x.dev/blog/aws-waf-cost-explained/",
  },
  inspected: {
    what: "WAF: requests",
    dollars: 0.6,
    per: MILLION,
    unit: "requests",
    free: 0,
    source: "https://c3x.dev/blog/aws-waf-cost-explained/",
  },
  alarms: {
    what: "CloudWatch: alarms, by metric",
    dollars: 0.1,
    per: 1,
    unit: "metrics",
    free: 10,
    source: "https://github.com/vreutova/infracost-idem-support/pull/2",
  },
  metrics: {
    what: "CloudWatch: metrics of our own",
    dollars: 0.3,
    per: 1,
    unit: "metrics",
    free: 10,
    source: "https://signoz.io/guides/cloudwatch-pricing",
  },
  logs: {
    what: "CloudWatch: logs written",
    dollars: 0.5,
    per: 1,
    unit: "GB",
    free: 5,
    source: "https://github.com/vreutova/infracost-idem-support/pull/2",
  },
  traces: {
    what: "X-Ray: traces",
    dollars: 5,
    per: MILLION,
    unit: "traces",
    free: 100_000,
    source: "https://aws.amazon.com/de/xray/pricing/",
  },
  secrets: {
    what: "Secrets Manager: secrets",
    dollars: 0.4,
    per: 1,
    unit: "secrets",
    free: 0,
    source: "https://hivebook.wiki/wiki/aws-secrets-manager-rotated-secrets-dynamic-db-credentials-kms",
  },
  secretReads: {
    what: "Secrets Manager: reads",
    dollars: 0.05,
    per: 10_000,
    unit: "calls",
    free: 0,
    source: "https://hivebook.wiki/wiki/aws-secrets-manager-rotated-secrets-dynamic-db-credentials-kms",
  },
  keys: {
    what: "KMS: keys",
    dollars: 1,
    per: 1,
    unit: "keys",
    free: 0,
    source: "https://aws.amazon.com/kms/pricing/",
  },
  files: {
    what: "S3: files kept",
    dollars: 0.023,
    per: 1,
    unit: "GB",
    free: 0,
    source: "https://gist.github.com/EverettBerry/a37438006529a55f42da6fdbc44a505c",
  },
} as const satisfies Record<string, Price>;

export type PriceId = keyof typeof PRICES;
