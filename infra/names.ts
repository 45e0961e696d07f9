import { Aws } from "aws-cdk-lib";
import { BRAND } from "#shared/brand.ts";
import type { Part } from "./stacks.ts";

export const STAGES = ["dev", "staging", "prod"] as const;
export type Stage = (typeof STAGES)[number];

/** @throws if the context's stage is none of ours */
export function parseStage(value: unknown): Stage {
  const stage = STAGES.find((known) => known === value);
  if (stage) return stage;
  throw new Error(
    `There is no stage ${JSON.stringify(value)}. Choose one with -c stage=<name>: ${STAGES.join(", ")}.`,
  );
}

/** Functions whose dead letters have no queue in front of them. */
export const JOBS = "jobs";

/** The region of CloudFront's web ACLs and metrics, wherever the rest of a deployment is. */
export const FIREWALL_REGION = "us-east-1";

/** What `cdk bootstrap` calls its own things by, unless told otherwise. */
export const QUALIFIER = "hnb659fds";

const LONGEST_FUNCTION_NAME = 64;

/**
 * What things are called. Names are fixed rather than exported from stack to stack: an export locks both
 * stacks, a name can be built anywhere. They are an external contract: a changed name is a replaced resource.
 */
export function namesOf(stage: Stage) {
  const prefix = `${BRAND.slug}-${stage}`;
  const path = `${BRAND.slug}/${stage}`;
  return {
    /** Also the name of the customers' user pool. */
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
    /** EventBridge writes only to groups whose name begins so. */
    eventLog: `/aws/events/${prefix}`,
    poolFirewall: `${prefix}-user-pool`,
    /** SES's set of settings for our mail. */
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

/** Empty: what all of a stage's secrets begin with. */
type SecretName = "stripe" | "origin" | "mailbox" | "pool" | "";
export type BucketPurpose = "site" | "downloads" | "logs";
export type Names = ReturnType<typeof namesOf>;

/** What one stack tells the next, and what is configuration of the deployment: kept in the parameter store. */
export type ParameterName =
  | "user-pool-id"
  | "user-pool-client-id"
  | "operator-pool-id"
  | "operator-pool-client-id"
  | "secret-stripe-arn"
  | "secret-origin-arn"
  | "secret-mailbox-arn"
  | "secret-pool-arn"
  /** The key of KMS that signs leases, the one before it (at first the same), and what clients may know of them: scripts/leaseKeys.ts. */
  | "lease-key-arn"
  | "lease-key-before-arn"
  | "lease-keys"
  /** The account's quota, as the last check of a deployment read it. */
  | "functions-at-once"
  | "api-id"
  | "customers-authorizer-id"
  | "operators-authorizer-id"
  | "site-url"
  /** Who signs leases and answers, as applications know it: scripts/deploy/address.ts keeps the site's first address. */
  | "license-issuer"
  | "distribution-id"
  | "firewall-arn"
  /** Which version of the origin secret CloudFront sends, and the hashes of what functions take: scripts/deploy.ts says. */
  | "origin-sent"
  | "origin-accepted"
  | "alarms-key-arn"
  | "operator-email"
  | "stripe/price-monthly"
  | "stripe/price-lifetime"
  /** The site's own address, where it has one: scripts/deploy.ts keeps it. */
  | "domain"
  | "certificate"
  /** What was deployed last and worked: the pipeline goes back to it. */
  | "deployed-commit"
  /** The ARN of a table's stream, which is unknown until the table exists. */
  | `stream/${string}`;

/** `Users` → `stream/users` */
export const streamParameter = (table: string): ParameterName => `stream/${table.toLowerCase()}`;

/** `licenses/activate` → `LicensesActivate`: the start of the logical ids of all that belongs to a function. */
export function logicalName(id: string): string {
  return id
    .split(/[^A-Za-z0-9]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** `arn:aws:dynamodb:eu-west-1:123456789012:table/…`, in the partition, region and account of the deployment. */
export function arn(service: string, resource: string): string {
  return `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;
}

/** The queue for failures that have no queue in front of them. @returns its ARN */
export const deadLettersOfJobs = ({ names }: { readonly names: Names }): string =>
  arn("sqs", names.deadLetterQueue(JOBS));
