import type { PoolFirewall } from "./poolFirewall.ts";

/** The stack to run, read from the synthesized template with local values. */
export type StackModel = {
  region: string;
  accountId: string;
  tables: TableModel[];
  functions: FunctionModel[];
  queues: QueueModel[];
  mappings: MappingModel[];
  schedules: ScheduleModel[];
  mailEvents: MailEventRule[];
  secrets: SecretModel[];
  api: ApiModel | null;
  distribution: DistributionModel | null;
  pools: PoolModel[];
};

export type KeySchema = { hash: string; range: string | null };

export type TableModel = {
  logicalId: string;
  name: string;
  arn: string;
  streamArn: string | null;
  streamView: "NEW_IMAGE" | "OLD_IMAGE" | "NEW_AND_OLD_IMAGES" | "KEYS_ONLY" | null;
  ttlAttribute: string | null;
  key: KeySchema;
  attributes: Record<string, "S" | "N" | "B">;
  indexes: { name: string; key: KeySchema; projection: "ALL" | "KEYS_ONLY" | string[] }[];
};

export type PolicyStatement = {
  effect: "Allow" | "Deny";
  actions: string[];
  resources: string[];
  /** IAM condition block: operator → key → values. */
  conditions: Record<string, Record<string, string[]>>;
};

export type FunctionModel = {
  logicalId: string;
  /** The name in logs and faults: the variable FUNCTION_ID, or the function's name. */
  id: string;
  name: string;
  arn: string;
  /** The absolute path of the bundle's folder. */
  codeDir: string;
  handler: string;
  environment: Record<string, string>;
  timeoutSeconds: number;
  memoryMb: number;
  reservedConcurrency: number | null;
  deadLetterArn: string | null;
  statements: PolicyStatement[];
};

export type QueueModel = {
  logicalId: string;
  name: string;
  url: string;
  arn: string;
  visibilitySeconds: number;
  retentionSeconds: number;
  delaySeconds: number;
  redrive: { deadLetterArn: string; maxReceiveCount: number } | null;
};

export type MappingModel = {
  logicalId: string;
  functionArn: string;
  sourceArn: string;
  batchSize: number;
  windowSeconds: number;
  partialResponses: boolean;
  enabled: boolean;
  /** Streams only. */
  startingPosition: "LATEST" | "TRIM_HORIZON" | null;
  retries: number | null;
  bisect: boolean;
  maxAgeSeconds: number | null;
  onFailureArn: string | null;
  /** Concurrent batches of a queue. */
  mostAtOnce: number | null;
  filters: string[];
};

export type ScheduleModel = {
  logicalId: string;
  name: string;
  /** `rate(5 minutes)` or `cron(0 3 * * ? *)`, UTC. */
  expression: string;
  targetArn: string;
  input: string | null;
  retries: number;
  deadLetterArn: string | null;
  enabled: boolean;
};

/** Sends SES's events of these types, for mail with these settings, to a queue if they match the pattern. */
export type MailEventRule = {
  settings: string;
  types: string[];
  pattern: string;
  queueArn: string;
  /** Whether the queue gets only the event's `detail`. */
  detailOnly: boolean;
};

export type SecretModel = { logicalId: string; name: string; arn: string };

export type ApiModel = {
  id: string;
  name: string;
  stageName: string;
  routes: {
    /** `POST /api/seat/swap`, as API Gateway writes it. */
    routeKey: string;
    functionArn: string;
    authorizer: { issuer: string; audience: string[] } | null;
  }[];
};

export type DistributionModel = {
  defaultRootObject: string | null;
  /** In order, the default behavior last with pattern `*`. */
  behaviors: {
    pattern: string;
    /** `listed`: CloudFront may list the bucket, so S3 answers 404 instead of 403 to a missing file. */
    origin: { kind: "api" } | { kind: "bucket"; bucket: string; listed: boolean };
    originHeaders: Record<string, string>;
    /** Prefix of the origin's path; empty for a bucket. */
    originPath: string;
    /** Source of the viewer-request function, cloudfront-js-2.0. */
    viewerRequest: string | null;
    /** Source of the viewer-response function, cloudfront-js-2.0. */
    viewerResponse: string | null;
    responseHeaders: Record<string, string>;
    methods: string[];
    compress: boolean;
    /** The parts of a request that the cache and origin request policies forward. */
    forwards: {
      headers: "none" | "all" | "allExceptHost";
      query: boolean;
      cookies: boolean;
    };
    /** Headers that a policy names, including CloudFront's own, in lower case. */
    forwardedHeaders: string[];
  }[];
};

export type PoolModel = {
  logicalId: string;
  name: string;
  id: string;
  arn: string;
  issuer: string;
  /** The CloudFormation properties, intrinsics resolved. */
  properties: Record<string, unknown>;
  client: { logicalId: string; id: string; properties: Record<string, unknown> };
  groups: string[];
  /** Trigger name (PreSignUp, PostConfirmation, …) → function ARN. */
  triggers: Record<string, string>;
  /** The operations that the pool's web ACL allows; null without a web ACL. */
  firewall: PoolFirewall | null;
};
