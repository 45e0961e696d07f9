import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { API_PATH, SITE_FEATURES } from "#shared/site.ts";
import { type Aws, awsOf } from "./deploy/aws.ts";
import { type Deployment, deploymentOf, missingSettings, readOptions } from "./deploy/deployment.ts";
import { mustRun, Refusal, type Run, run as realRun, script } from "./deploy/run.ts";
import { smokeTest } from "./deploy/smoke.ts";
import { uploadsOf } from "./deploy/upload.ts";

const FIREWALL_REGION = "us-east-1";
const BOOTSTRAPPED = "/cdk-bootstrap/hnb659fds/version";
/** What stands before any function, and so needs nothing that a person has to set. */
const GROUND = ["firewall", "data", "site"];
const FUNCTIONS = ["api", "desk", "jobs", "gate", "watch"];

export type Options = {
  readonly stage: string;
  readonly domain?: string | undefined;
  readonly certificate?: string | undefined;
};
type Tools = {
  readonly run: Run;
  readonly say: (line: string) => void;
  readonly smoke: (siteUrl: string) => Promise<string[]>;
  readonly siteFolder: string;
};

/** Checks, build, synth, diff, deploy, upload, invalidation, smoke test. May be run again after any refusal. */
export async function deploy(options: Options, tools: Tools): Promise<void> {
  const { run, say } = tools;
  const aws = awsOf(run);
  const deployment = deploymentOf(options.stage);
  const { account, region } = aws.checkSignedIn();
  say(`Deploying ${options.stage} to account ${account} in ${region}.`);
  for (const one of new Set([region, FIREWALL_REGION]))
    if (aws.parameter(BOOTSTRAPPED, one) === undefined)
      throw new Refusal(`The CDK was never used in ${one}. Run: npx cdk bootstrap aws://${account}/${one}`);

  say("Checking …");
  mustRun(run, "The checks failed; nothing was deployed.", process.execPath, ["scripts/test.ts"], {
    show: true,
  });
  const assembly = `cdk.out/${options.stage}`;
  const address = addressOf(options, aws, deployment);
  const context = Object.entries({ stage: options.stage, validate: "true", ...address }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  cdk(run, "The stacks could not be made.", ["synth", "--quiet", "--output", assembly, ...context]);
  for (const [name, value] of Object.entries(address))
    if (value !== aws.parameter(deployment.parameter(name)))
      aws.putParameter(deployment.parameter(name), value);
  run("npx", ["cdk", "diff", "--app", assembly, "--all"], { show: true });

  // What holds data is kept when its making is undone, and would be in the way of the next try. Where the site has
  // an address, it was once complete.
  const isFirst = aws.parameter(deployment.parameter("site-url")) === undefined;
  deployStacks(tools, deployment, assembly, GROUND.slice(0, 2), isFirst);
  const firewall = aws.output(deployment.stack("firewall"), "FirewallArn", FIREWALL_REGION);
  aws.putParameter(deployment.parameter("firewall-arn"), firewall);
  tellOrigin(aws, deployment);
  deployStacks(tools, deployment, assembly, GROUND.slice(2));
  const missing = missingSettings(aws, deployment);
  if (missing.length > 0)
    throw new Refusal(
      `Tables, user pool and the site's address are there. Before the functions can follow, set:\n` +
        `${missing.map((sentence) => `  - ${sentence}`).join("\n")}\nThen run this again.`,
    );
  deployStacks(tools, deployment, assembly, FUNCTIONS);

  const siteUrl = parameter(aws, deployment, "site-url");
  uploadSite(aws, deployment, tools, { account, region });
  aws.call("CloudFront's copies could not be renewed.", [
    "cloudfront",
    "create-invalidation",
    "--distribution-id",
    parameter(aws, deployment, "distribution-id"),
    "--paths",
    "/*",
  ]);
  say("Trying it out …");
  const problems = await tools.smoke(siteUrl);
  if (problems.length > 0)
    throw new Refusal(
      `It is deployed, but not as it must be:\n${problems.map((line) => `  - ${line}`).join("\n")}\n` +
        `To go back, check out the last good commit and run this again (docs/deploy.md, "Going back").`,
    );
  say(`Done: ${siteUrl} is ${options.stage}. Alarms go to ${parameter(aws, deployment, "operator-email")}.`);
}

/** The site's own address, as given now or at an earlier time: a deployment without it would take it away. */
function addressOf(options: Options, aws: Aws, { parameter }: Deployment): Record<string, string> {
  const names = ["domain", "certificate"] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = options[name] ?? aws.parameter(parameter(name));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * While the secret holds two values, the functions take both and CloudFront goes on to send what it sends. The site
 * comes before the functions: once the new value is alone, it is sent before the old one is refused.
 */
function tellOrigin(aws: Aws, { parameter, secret }: Deployment): void {
  const { version, value } = aws.secretVersion(secret("origin"));
  aws.putParameter(parameter("origin-accepted"), version);
  if (!value.includes(",")) aws.putParameter(parameter("origin-sent"), version);
}

function cdk(run: Run, sentence: string, args: readonly string[]): void {
  mustRun(run, sentence, "npx", ["cdk", ...args], { show: true });
}

function deployStacks(
  { run, say }: Tools,
  { stack }: Deployment,
  assembly: string,
  parts: string[],
  keepsWhatIsMade = false,
): void {
  say(`Deploying ${parts.join(", ")} …`);
  const then = keepsWhatIsMade
    ? "what was made stays. Mend what is said above and run this again: it goes on from there."
    : "CloudFormation has gone back to what was before.";
  cdk(run, `The deployment of ${parts.join(", ")} failed; ${then}`, [
    "deploy",
    "--app",
    assembly,
    "--exclusively",
    ...(keepsWhatIsMade ? ["--no-rollback"] : []),
    "--require-approval",
    "never",
    ...parts.map(stack),
  ]);
}

function parameter(aws: Aws, deployment: Deployment, name: string): string {
  const value = aws.parameter(deployment.parameter(name));
  if (value === undefined) throw new Refusal(`The parameter ${deployment.parameter(name)} is missing.`);
  return value;
}

function uploadSite(
  aws: Aws,
  deployment: Deployment,
  { say, siteFolder }: Tools,
  { account, region }: { account: string; region: string },
): void {
  const files = [...uploadsOf(siteFolder)];
  const config = path.join(mkdtempSync(path.join(tmpdir(), "config-")), "config.json");
  writeFileSync(config, JSON.stringify(configOf(aws, deployment, region)));
  // Before the documents: they read it as soon as they run.
  const firstDocument = files.findIndex(({ key }) => key.endsWith(".html"));
  files.splice(firstDocument, 0, { key: "config.json", file: config, cacheControl: "no-cache" });
  say(`Uploading ${files.length} files …`);
  for (const { key, file, cacheControl } of files)
    aws.call(`${key} could not be uploaded.`, [
      "s3",
      "cp",
      file,
      `s3://${deployment.bucket("site", account)}/${key}`,
      "--cache-control",
      cacheControl,
      "--only-show-errors",
    ]);
}

/** What the browser is told of its deployment (web/src/app/config.ts reads it). */
function configOf(aws: Aws, deployment: Deployment, region: string) {
  return {
    apiPath: API_PATH,
    region,
    userPoolId: parameter(aws, deployment, "user-pool-id"),
    userPoolClientId: parameter(aws, deployment, "user-pool-client-id"),
    prices: {
      monthly: parameter(aws, deployment, "stripe/price-monthly"),
      lifetime: parameter(aws, deployment, "stripe/price-lifetime"),
    },
    operatorEmail: parameter(aws, deployment, "operator-email"),
    features: SITE_FEATURES,
  };
}

if (import.meta.main)
  await script(() =>
    deploy(readOptions(process.argv.slice(2), ["domain", "certificate"]), {
      run: realRun,
      say: (line) => console.log(line),
      smoke: smokeTest,
      siteFolder: "dist/web",
    }),
  );
