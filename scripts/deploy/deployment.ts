import { BRAND } from "#shared/brand.ts";
import { readArguments } from "../arguments.ts";
import type { Aws } from "../aws/aws.ts";
import { WEBHOOKS } from "../stripe/webhooks.ts";
import { Misuse } from "./run.ts";

const STAGES = ["dev", "staging", "prod"];

/** The names of a stage's resources, as in infra/names.ts. A test compares both files. */
export function deploymentOf(stage: string) {
  return {
    stage,
    /** The prefix of the names of functions, queues and tables, and the API's name. */
    prefix: `${BRAND.slug}-${stage}`,
    hasFirewall: stage !== "dev",
    hasAlarms: stage !== "dev",
    stack: (part: string) => `${BRAND.slug}-${stage}-${part}`,
    parameter: (name: string) => `/${BRAND.slug}/${stage}/${name}`,
    table: (name: string) => `${BRAND.slug}-${stage}-${name.toLowerCase()}`,
    alarmTopic: `${BRAND.slug}-${stage}-alarms`,
    secret: (name: string) => `${BRAND.slug}/${stage}/${name}`,
    bucket: (purpose: string, account: string) => `${BRAND.slug}-${stage}-${purpose}-${account}`,
  };
}
export type Deployment = ReturnType<typeof deploymentOf>;

type Given = {
  readonly stage: string;
  readonly domain?: string;
  readonly certificate?: string;
  readonly email?: string;
  readonly roll?: string;
  readonly to?: string;
  readonly tables?: string;
  readonly resume?: boolean;
  readonly tested?: boolean;
  readonly check?: boolean;
  readonly "reset-factor"?: boolean;
  readonly "reset-password"?: boolean;
};

/**
 * Parses `--stage prod` and a script's other options.
 * @param others options with a value
 * @param flags options without a value
 * @throws Misuse
 */
export function readOptions(
  argv: readonly string[],
  others: readonly string[] = [],
  flags: readonly string[] = [],
): Given {
  const options: Record<string, { type: "string" | "boolean" }> = {};
  for (const name of ["stage", ...others]) options[name] = { type: "string" };
  for (const name of flags) options[name] = { type: "boolean" };
  const { values } = readArguments(argv, options);
  const { stage } = values;
  if (typeof stage !== "string" || !STAGES.includes(stage))
    throw new Misuse(`Say which stage: --stage ${STAGES.join(" or --stage ")}.`);
  return { ...values, stage };
}

/** Missing settings that the functions need before their deployment, as sentences that say how to set each. */
export async function missingSettings(aws: Aws, deployment: Deployment): Promise<string[]> {
  const { stage, parameter, secret } = deployment;
  const [operator, stripe, lease, ...prices] = await Promise.all([
    aws.parameter(parameter("operator-email")),
    aws.secret(secret("stripe")),
    aws.parameter(parameter("lease-keys")),
    aws.parameter(parameter("stripe/price-monthly")),
    aws.parameter(parameter("stripe/price-lifetime")),
  ]);
  const missing: string[] = [];
  const needs = (isThere: boolean, sentence: string) => {
    if (!isThere) missing.push(sentence);
  };
  needs(
    operator !== undefined,
    `The operator's address: npm run operate -- operator:create --stage ${stage} --email you@example.com`,
  );
  needs(
    secretHolds(stripe, "secretKey"),
    `Stripe's secret key: npm run operate -- secrets:set --stage ${stage} (it asks for the key)`,
  );
  needs(
    lease !== undefined,
    `The key that signs leases: npm run operate -- secrets:set --stage ${stage} (it creates the key)`,
  );
  needs(
    Object.values(WEBHOOKS).every(({ secrets }) => secretHolds(stripe, secrets)) &&
      prices.every((price) => price !== undefined),
    `Prices and webhook at Stripe: npm run operate -- stripe:setup --stage ${stage}`,
  );
  return missing;
}

/** Whether a secret's JSON has this field; an empty list does not count. */
export function secretHolds(value: string | undefined, field: string): boolean {
  if (value === undefined) return false;
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed !== "object" || parsed === null) return false;
    const found = Object.entries(parsed).find(([name]) => name === field)?.[1];
    return found !== undefined && !(Array.isArray(found) && found.length === 0);
  } catch {
    return false;
  }
}
