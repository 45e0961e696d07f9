import { readFileSync } from "node:fs";
import { getMimeType, mimes } from "hono/utils/mime";
import { API_PATH, SITE_FEATURES } from "#shared/site.ts";
import { FUNCTION_PARTS, PARTS_AT_ONCE } from "../infra/stacks.ts";
import { type Aws, connectAws } from "./aws/aws.ts";
import { addressOf, keepIssuer, recordOf, storeAddress } from "./deploy/address.ts";
import { bootstrap, FIREWALL_REGION, type Finding, findObstacles } from "./deploy/check.ts";
import { checkRelease } from "./deploy/compare.ts";
import { type Deployment, deploymentOf, missingSettings, readOptions } from "./deploy/deployment.ts";
import { originHashes } from "./deploy/originHashes.ts";
import { mustRun, Refusal, type Run, run as realRun, script } from "./deploy/run.ts";
import { smokeTest } from "./deploy/smoke.ts";
import { uploadsOf } from "./deploy/upload.ts";
import { operatorHash } from "./operator/hash.ts";

/** Stacks that need neither the functions nor the settings that a person makes. */
const GROUND = ["firewall", "data", "site"];
const FUNCTIONS = [...FUNCTION_PARTS, "gate", "watch"];

/** An established account's concurrency quota. A new account's is too small for the reservations. */
const MIN_TO_RESERVE = 1000;

export type Options = {
  readonly stage: string;
  readonly domain?: string | undefined;
  readonly certificate?: string | undefined;
  readonly tested?: boolean | undefined;
  readonly check?: boolean | undefined;
};
type Tools = {
  readonly connect: () => Promise<Aws>;
  readonly run: Run;
  readonly say: (line: string) => void;
  readonly smoke: (siteUrl: string) => Promise<string[]>;
  readonly siteFolder: string;
  /** @throws Refusal if a change needs more than one deployment */
  readonly compare: typeof checkRelease;
};

/** Checks, builds, synthesizes, compares, deploys, uploads, invalidates and tests. Can be repeated. */
export async function deploy(options: Options, tools: Tools): Promise<void> {
  const { run, say } = tools;
  const deployment = deploymentOf(options.stage);
  const aws = await tools.connect();
  const { account, region } = aws;
  const cdk = cdkIn(run, region);
  say(`${options.check ? "Checking" : "Deploying"} ${options.stage}: account ${account}, ${region}.`);
  // The tables and user pools of a first deployment are not rolled back: a rollback would keep the resources with data,
  // and they would block the next attempt. A stage with a site address has been deployed before.
  const isFirst = (await aws.parameter(deployment.parameter("site-url"))) === undefined;
  const findings = isFirst || options.check ? await findObstacles(aws, deployment) : await bootstrap(aws);
  report(findings, options, tools);
  if (options.check) return;

  build(options, tools);
  const assembly = `cdk.out/${options.stage}`;
  const address = await addressOf(options, aws, deployment);
  // `secrets:set` stores the quota, because the pipeline may not read an account's quotas.
  const atOnce = Number(await aws.parameter(deployment.parameter("functions-at-once")));
  const reserve = atOnce >= MIN_TO_RESERVE ? { reserve: "true" } : {};
  const context = Object.entries({ stage: options.stage, validate: "true", ...reserve, ...address }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  cdk("The stacks could not be synthesized.", ["synth", "--quiet", "--output", assembly, ...context]);
  const lostLimits = await tools.compare(aws, deployment, assembly);
  run("npx", ["cdk", "diff", "--app", assembly, "--all"], { show: true, env: { AWS_REGION: region } });

  const deployStacks = stackDeployer(tools, cdk, deployment, assembly);
  deployStacks(deployment.hasFirewall ? GROUND.slice(0, 2) : ["data"], isFirst);
  if (deployment.hasFirewall) {
    const firewall = await aws.output(deployment.stack("firewall"), "FirewallArn", FIREWALL_REGION);
    await aws.putParameter(deployment.parameter("firewall-arn"), firewall);
  }
  await tellOrigin(aws, deployment);
  // Stores the issuer before the site moves, if the stage has no issuer yet.
  await keepIssuer(aws, deployment);
  deployStacks(GROUND.slice(2));
  await keepIssuer(aws, deployment);
  const missing = await missingSettings(aws, deployment);
  if (missing.length > 0) {
    // `stripe:setup` registers the webhooks at this address, so the next deployment must keep the address.
    await storeAddress(address, aws, deployment);
    throw new Refusal(
      `The tables, the user pools and the site's address exist. Before the functions can be deployed, set:\n` +
        `${missing.map((sentence) => `  - ${sentence}`).join("\n")}\nThen run this again.`,
    );
  }
  await dropLimits(aws, deployment, lostLimits);
  deployStacks(FUNCTIONS);

  const siteUrl = await parameter(aws, deployment, "site-url");
  await uploadSite(aws, deployment, tools);
  await aws.invalidate(await parameter(aws, deployment, "distribution-id"), `deploy-${Date.now()}`);
  say("Testing the site …");
  const record = await recordOf(address, aws, deployment);
  const problems = await tools.smoke(siteUrl);
  if (problems.length > 0)
    throw new Refusal(
      `The shop is deployed, but does not work as it should:\n${problems.map((line) => `  - ${line}`).join("\n")}\n` +
        (record === undefined
          ? `To go back, check out the last good commit and run this again (docs/deploy.md, "Go back").`
          : `${record} Change the record, wait until name servers know it, and run the same command again, with --domain ` +
            "and --certificate. Without these options, a deployment returns to the previous address."),
    );
  await storeAddress(address, aws, deployment);
  await storeCommit(aws, deployment, run);
  say(`Done. Your shop is at ${siteUrl} (${options.stage}).`);
  say(await whoHearsAlarms(aws, deployment));
}

/** Lets the pipeline roll back to the last deployed commit. Does nothing outside a checkout. */
async function storeCommit(aws: Aws, { parameter }: Deployment, run: Run): Promise<void> {
  const { status, stdout } = run("git", ["rev-parse", "HEAD"]);
  if (status === 0) await aws.putParameter(parameter("deployed-commit"), stdout.trim());
}

/** A topic sends nothing before its mail is confirmed, or after Amazon has removed the address. */
async function whoHearsAlarms(aws: Aws, deployment: Deployment): Promise<string> {
  if (!deployment.hasAlarms) return "This stage has no alarms; confirm Amazon's mail for its budget.";
  const { alarmTopic } = deployment;
  const operator = await parameter(aws, deployment, "operator-email");
  return (await aws.listenersOf(alarmTopic)) > 0
    ? `Alarms go to ${operator}.`
    : `The alarms of ${alarmTopic} in ${aws.region} reach nobody yet: confirm Amazon's mails to ${operator} (docs/deploy.md, section 3).`;
}

/** @throws Refusal if something would make the deployment fail */
function report(findings: readonly Finding[], { stage, check }: Options, { say }: Tools): void {
  const sentences = (kind: Finding["kind"]) =>
    findings.filter((finding) => finding.kind === kind).map(({ sentence }) => `  - ${sentence}`);
  const [stops, notes] = [sentences("stop"), sentences("note")];
  if (notes.length > 0) say(`This can be done later, but before customers come:\n${notes.join("\n")}`);
  if (stops.length > 0)
    throw new Refusal(`Nothing was deployed. First do this:\n${stops.join("\n")}\nThen run this again.`);
  if (check) say(`Nothing stands in the way of deploying ${stage}.`);
}

/** The test run also builds bundles and site. For a commit that was tested elsewhere, this only builds them. */
function build({ tested }: Options, { run, say }: Tools): void {
  say(tested ? "Building …" : "Checking …");
  const [sentence, program] = tested
    ? ["The build failed; nothing was deployed.", "scripts/build.ts"]
    : ["The checks failed; nothing was deployed.", "scripts/test.ts"];
  mustRun(run, sentence, process.execPath, [program], { show: true });
}

/**
 * While the secret has two values, functions accept both and CloudFront sends the old one. The site is deployed before
 * the functions, so that CloudFront sends the new value before functions refuse the old one.
 */
async function tellOrigin(aws: Aws, { parameter, secret }: Deployment): Promise<void> {
  const { version, value } = await aws.secretVersion(secret("origin"));
  await aws.putParameter(parameter("origin-accepted"), originHashes(value));
  if (!value.includes(",")) await aws.putParameter(parameter("origin-sent"), version);
}

/**
 * API Gateway merges CloudFormation's changes into the stage, and refuses every change while the stage limits a missing
 * route. So a deployment must remove a route's limit before it removes the route.
 */
async function dropLimits(aws: Aws, deployment: Deployment, routes: readonly string[]): Promise<void> {
  if (routes.length === 0) return;
  const api = await parameter(aws, deployment, "api-id");
  for (const route of routes) await aws.deleteRouteLimit(api, API_PATH.slice(1), route);
}

type Cdk = (sentence: string, args: readonly string[]) => void;

function cdkIn(run: Run, region: string): Cdk {
  return (sentence, args) => {
    mustRun(run, sentence, "npx", ["cdk", ...args], { show: true, env: { AWS_REGION: region } });
  };
}

function stackDeployer({ say }: Tools, cdk: Cdk, { stack }: Deployment, assembly: string) {
  return (parts: readonly string[], keepsWhatIsMade = false): void => {
    say(`Deploying ${parts.join(", ")} …`);
    const then = keepsWhatIsMade
      ? "the created resources stay. Fix the error above and run this again: it resumes from there."
      : "CloudFormation has rolled back each stack that failed.";
    cdk(`The deployment of ${parts.join(", ")} failed; ${then}`, [
      "deploy",
      "--app",
      assembly,
      "--exclusively",
      "--concurrency",
      String(PARTS_AT_ONCE),
      ...(keepsWhatIsMade ? ["--no-rollback"] : []),
      "--require-approval",
      "never",
      ...parts.map(stack),
    ]);
  };
}

async function parameter(aws: Aws, deployment: Deployment, name: string): Promise<string> {
  const value = await aws.parameter(deployment.parameter(name));
  if (value === undefined) throw new Refusal(`The parameter ${deployment.parameter(name)} is missing.`);
  return value;
}

async function uploadSite(aws: Aws, deployment: Deployment, { say, siteFolder }: Tools): Promise<void> {
  const config = JSON.stringify(await configOf(aws, deployment));
  const files = uploadsOf(siteFolder).map(({ key, file, cacheControl }) => ({
    key,
    cacheControl,
    read: (): Uint8Array => readFileSync(file),
  }));
  // The configuration comes before the documents, which read it immediately.
  const firstDocument = files.findIndex(({ key }) => key.endsWith(".html"));
  files.splice(firstDocument, 0, {
    key: "config.json",
    cacheControl: "no-cache",
    read: () => Buffer.from(config),
  });
  say(`Uploading ${files.length} files …`);
  const bucket = deployment.bucket("site", aws.account);
  for (const { key, cacheControl, read } of files)
    await aws.upload(bucket, key, read(), {
      cacheControl,
      contentType:
        getMimeType(key, { ...mimes, vtt: "text/vtt; charset=utf-8" }) ?? "application/octet-stream",
    });
}

/** The deployment's values for browsers (web/src/app/config.ts reads them). */
async function configOf(aws: Aws, deployment: Deployment) {
  const of = (name: string) => parameter(aws, deployment, name);
  const operatorPool = await of("operator-pool-id");
  return {
    apiPath: API_PATH,
    region: aws.region,
    userPoolId: await of("user-pool-id"),
    userPoolClientId: await of("user-pool-client-id"),
    prices: { monthly: await of("stripe/price-monthly"), lifetime: await of("stripe/price-lifetime") },
    backOffice: {
      userPoolId: operatorPool,
      userPoolClientId: await of("operator-pool-client-id"),
      operator: operatorHash(operatorPool, await of("operator-email")),
    },
    features: SITE_FEATURES,
  };
}

if (import.meta.main)
  await script(() =>
    deploy(readOptions(process.argv.slice(2), ["domain", "certificate"], ["tested", "check"]), {
      connect: connectAws,
      run: realRun,
      say: (line) => console.log(line),
      smoke: smokeTest,
      siteFolder: "dist/web",
      compare: checkRelease,
    }),
  );
