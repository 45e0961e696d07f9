import { parseArgs } from "node:util";
import { BRAND } from "#shared/brand.ts";
import { WEBHOOKS } from "../stripe/webhooks.ts";
import type { Aws } from "./aws.ts";
import { Refusal } from "./run.ts";

const STAGES = ["dev", "staging", "prod"];

/** How a stage's things are called; infra/names.ts says the same, and a test holds the two together. */
export function deploymentOf(stage: string) {
  return {
    stage,
    stack: (part: string) => `${BRAND.slug}-${stage}-${part}`,
    parameter: (name: string) => `/${BRAND.slug}/${stage}/${name}`,
    table: (name: string) => `${BRAND.slug}-${stage}-${name.toLowerCase()}`,
    secret: (name: string) => `${BRAND.slug}/${stage}/${name}`,
    bucket: (purpose: string, account: string) => `${BRAND.slug}-${stage}-${purpose}-${account}`,
  };
}
export type Deployment = ReturnType<typeof deploymentOf>;

/** `--stage prod` and what else a script takes. @throws Refusal */
export function readOptions(
  argv: readonly string[],
  others: readonly string[] = [],
): { stage: string; domain?: string; certificate?: string; email?: string } {
  const { values } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(["stage", ...others].map((name) => [name, { type: "string" as const }])),
  });
  const stage = values.stage;
  if (typeof stage !== "string" || !STAGES.includes(stage))
    throw new Refusal(`Say which stage: --stage ${STAGES.join(" or --stage ")}.`);
  const given = Object.entries(values).filter(([, value]) => typeof value === "string");
  return { ...Object.fromEntries(given), stage };
}

/** What the functions need before they can be deployed, each as the sentence that says how to set it. */
export function missingSettings(aws: Aws, deployment: Deployment): string[] {
  const { stage, parameter, secret } = deployment;
  const missing: string[] = [];
  const needs = (isThere: boolean, sentence: string) => {
    if (!isThere) missing.push(sentence);
  };
  needs(
    aws.parameter(parameter("operator-email")) !== undefined,
    `The operator's address: npm run operator:create -- --stage ${stage} --email you@example.com`,
  );
  needs(
    secretHolds(aws.secret(secret("stripe")), "secretKey"),
    `Stripe's secret key: npm run secrets:set -- --stage ${stage} (it asks for the key)`,
  );
  needs(
    secretHolds(aws.secret(secret("lease")), "current"),
    `The keys that sign leases: npm run secrets:set -- --stage ${stage} (it makes them)`,
  );
  needs(
    secretHolds(aws.secret(secret("stripe")), WEBHOOKS.connected.secrets) &&
      ["stripe/price-monthly", "stripe/price-lifetime"].every(
        (name) => aws.parameter(parameter(name)) !== undefined,
      ),
    `Prices and webhook at Stripe: npm run stripe:setup -- --stage ${stage}`,
  );
  return missing;
}

export function secretHolds(value: string | undefined, field: string): boolean {
  if (value === undefined) return false;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === "object" && parsed !== null && field in parsed;
  } catch {
    return false;
  }
}
