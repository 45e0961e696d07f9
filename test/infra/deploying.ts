import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { BRAND } from "#shared/brand.ts";
import { FUNCTION_PARTS } from "../../infra/stacks.ts";
import { checkRelease } from "../../scripts/deploy/compare.ts";
import { deploy } from "../../scripts/deploy.ts";
import { startCloud } from "./cloud.ts";

export const STRIPE_KEY = "sk_live_never_shown";
export const COMPLETE: Record<string, string> = {
  "/cdk-bootstrap/hnb659fds/version": "30",
  [`/${BRAND.slug}/prod/operator-email`]: "boss@example.com",
  [`/${BRAND.slug}/prod/stripe/price-monthly`]: "price_m",
  [`/${BRAND.slug}/prod/stripe/price-lifetime`]: "price_l",
  [`/${BRAND.slug}/prod/site-url`]: "https://d1.cloudfront.net",
  [`/${BRAND.slug}/prod/distribution-id`]: "E1",
  [`/${BRAND.slug}/prod/api-id`]: "a1",
  [`/${BRAND.slug}/prod/license-issuer`]: "https://d1.cloudfront.net",
  [`/${BRAND.slug}/prod/user-pool-id`]: "pool",
  [`/${BRAND.slug}/prod/user-pool-client-id`]: "client",
  [`/${BRAND.slug}/prod/operator-pool-id`]: "operator-pool",
  [`/${BRAND.slug}/prod/operator-pool-client-id`]: "operator-client",
  [`${BRAND.slug}/prod/stripe`]: JSON.stringify({
    secretKey: STRIPE_KEY,
    webhookSecrets: ["whsec_o"],
    connectWebhookSecrets: ["whsec_c"],
  }),
  [`/${BRAND.slug}/prod/lease-keys`]: "{}",
  [`${BRAND.slug}/prod/origin`]: "first",
  [`arn:aws:sns:eu-west-1:111122223333:${BRAND.slug}-prod-alarms`]: "1",
};

/** Replaces the output of `cdk synth`, because the tests only record programs. */
const ASSEMBLY = mkdtempSync(path.join(tmpdir(), "assembly-"));
export const templateOf = (Resources: object) => JSON.stringify({ Resources });
export const tableWith = (...indexes: string[]) => ({
  PayoutsTable: {
    Type: "AWS::DynamoDB::GlobalTable",
    Properties: { GlobalSecondaryIndexes: indexes.map((IndexName) => ({ IndexName })) },
  },
});
export const functionNamed = (FunctionName: string) => ({
  AFunction: { Type: "AWS::Lambda::Function", Properties: { FunctionName } },
});
export const stageWith = (...routes: string[]) => ({
  ApiStage: {
    Type: "AWS::ApiGatewayV2::Stage",
    Properties: { RouteSettings: Object.fromEntries(routes.map((route) => [route, {}])) },
  },
});
const NEXT = {
  data: tableWith("one", "two", "three"),
  ...Object.fromEntries(FUNCTION_PARTS.map((part) => [part, {}])),
  billing: functionNamed(`${BRAND.slug}-prod-a`),
  gate: stageWith("GET /stays"),
};
for (const stage of ["dev", "prod"])
  for (const [part, resources] of Object.entries(NEXT))
    writeFileSync(path.join(ASSEMBLY, `${BRAND.slug}-${stage}-${part}.template.json`), templateOf(resources));

export function siteFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "site-"));
  mkdirSync(path.join(folder, "assets"));
  mkdirSync(path.join(folder, "about"));
  mkdirSync(path.join(folder, ".well-known"));
  for (const file of [
    "index.html",
    "about/index.html",
    "robots.txt",
    ".well-known/security.txt",
    "assets/main-abc.js",
    "app.html",
  ])
    writeFileSync(path.join(folder, file), file);
  return folder;
}

/**
 * Deploys prod to an account with these parameters and secrets.
 * @param failing calls and programs that fail
 * @param problems what the smoke test finds
 * @param movesTo the site's address, once its stack is deployed
 */
export async function deployOn(
  known: Record<string, string>,
  failing?: RegExp,
  problems: string[] = [],
  options: object = {},
  movesTo?: string,
) {
  const { connect, run, calls, files, known: kept, close } = await startCloud(known, failing);
  const said: string[] = [];
  const outcome = await deploy(
    { stage: "prod", ...options },
    {
      connect,
      run: (command, args, ...others) => {
        if (movesTo !== undefined && args.includes("deploy") && args.includes(`${BRAND.slug}-prod-site`))
          kept.set(`/${BRAND.slug}/prod/site-url`, movesTo);
        return run(command, args, ...others);
      },
      say: (line) => said.push(line),
      smoke: async () => problems,
      siteFolder: siteFolder(),
      compare: (aws, deployment) => checkRelease(aws, deployment, ASSEMBLY),
    },
  ).then(
    () => "deployed",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  await close();
  return { outcome, calls, said, files, kept };
}

export const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(COMPLETE).filter(([name]) => !names.includes(name)));
