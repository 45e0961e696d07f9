import { Aws } from "aws-cdk-lib";
import { BRAND } from "#shared/brand.ts";
import type { Part } from "./stacks.ts";

export const STAGES = ["dev", "staging", "prod"] as const;
export type Stage = (typeof STAGES)[number];

export function parseStage(value: unknown): Stage {
  const stage = STAGES.find((known) => known === value);
  if (stage) return stage;
  throw new Error(
    `There is no stage ${JSON.stringify(value)}. Choose one with -c stage=<name>: ${STAGES.join(", ")}.`,
  );
}

/** The dead-letter queue of functions that do not read a queue. */
export const JOBS = "jobs";

/** The region of CloudFront's web ACLs and metrics, for every deployment. */
export const FIREWALL_REGION = "us-east-1";

/** Default qualifier of `cdk bootstrap`. */
export const QUALIFIER = "hnb659fds";

const LONGEST_FUNCTION_NAME = 64;

/**
 * The names of a stage's resources. Stacks refer to each other's resources by name, because CloudFormation refuses to
 * change an export that another stack uses. A changed name replaces the resource.
 */
export function namesOf(stage: Stage) {
  const prefix = `${BRAND.slug}-${stage}`;
  const path = `${BRAND.slug}/${stage}`;
  return {
    /** Also names the customers' user pool. */
    prefix,
    tracePolicy: `${prefix}-trace`,
    stack: (part: Part) => `${prefix}-${part}`,
    table: (name: string) => `${prefix}-${name.toLowerCase()}`,
    bucket: (purpose: BucketPurpose) => `${prefix}-${purpose}-${Aws.ACCOUNT_ID}`,
    secret: (name: SecretName) => `${path}/${name}`,
    parameter: (name: ParameterName) => `/${path}/${name}`,
    queue: (name: string) => `${prefix}-${name}`,
    deadLetterQueue: (name: string) => `${prefix}-${name}-dead-letters`,
    operatorPool: `${prefix}-operators`,
    alarmTopic: `${prefix}-alarms`,
    /** EventBridge requires this prefix. */
    eventLog: `/aws/events/${prefix}`,
    poolFirewall: `${prefix}-user-pool`,
    mailSettings: prefix,
    logGroup: (id: string) => `/${path}/${id}`,
    function: (id: string) => {
      const name = `${prefix}-${id.replace("/", "-")}`;
      if (name.length <= LONGEST_FUNCTION_NAME) return name;
      throw new Error(
        `The function ${id} would be called ${name}, which has ${name.length} characters of Lambda's ` +
          `${LONGEST_FUNCTION_NAME}. Give the endpoint a shorter name.`,
      );
    },
  };
}

/** "" is the common prefix of a stage's secrets. */
type SecretName = "stripe" | "origin" | "mailbox" | "pool" | "";
export type BucketPurpose = "site" | "downloads" | "logs" | "trail";
export type Names = ReturnType<typeof namesOf>;

/** Parameters that stacks pass on to each other, and a deployment's configuration. */
export type ParameterName =
  | "user-pool-id"
  | "user-pool-client-id"
  | "operator-pool-id"
  | "operator-pool-client-id"
  | "secret-stripe-arn"
  | "secret-origin-arn"
  | "secret-mailbox-arn"
  | "secret-pool-arn"
  /** The KMS key that signs leases, the previous key, and the public keys: scripts/leaseKeys.ts sets them. */
  | "lease-key-arn"
  | "lease-key-before-arn"
  | "lease-keys"
  /** The account's concurrency quota: scripts/secretsSet.ts stores it. */
  | "functions-at-once"
  | "api-id"
  | "customers-authorizer-id"
  | "operators-authorizer-id"
  | "site-url"
  /** The issuer of leases and of answers: the site's first address. scripts/deploy/address.ts stores it once. */
  | "license-issuer"
  | "distribution-id"
  | "firewall-arn"
  /** The origin secret's version that CloudFront sends, and the accepted hashes: scripts/deploy.ts sets them. */
  | "origin-sent"
  | "origin-accepted"
  | "alarms-key-arn"
  | "operator-email"
  | "stripe/price-monthly"
  | "stripe/price-lifetime"
  /** The site's own domain, if it has one: scripts/deploy.ts sets it. */
  | "domain"
  | "certificate"
  /** The commit of the last successful deployment. The pipeline rolls back to it. */
  | "deployed-commit"
  /** The ARN of a table's stream, which exists only after the table. */
  | `stream/${string}`;

export const streamParameter = (table: string): ParameterName => `stream/${table.toLowerCase()}`;

/** `licenses/activate` → `LicensesActivate`: prefix of the logical ids of a function's resources. */
export function logicalName(id: string): string {
  return id
    .split(/[^A-Za-z0-9]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** `arn:aws:dynamodb:eu-west-1:123456789012:table/…`, in the deployment's partition, region and account. */
export function arn(service: string, resource: string): string {
  return `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;
}

export const deadLettersOfJobs = ({ names }: { readonly names: Names }): string =>
  arn("sqs", names.deadLetterQueue(JOBS));
