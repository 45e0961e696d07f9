import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CreateGroupCommand } from "@aws-sdk/client-cognito-identity-provider";
import { CreateEmailIdentityCommand } from "@aws-sdk/client-sesv2";
import { BRAND } from "#shared/brand.ts";
import { type Aws, connectAws } from "../../aws/aws.ts";
import { deploymentOf } from "../../deploy/deployment.ts";
import { smokeTest } from "../../deploy/smoke.ts";
import { mustRun } from "../tools.ts";
import { edit } from "./clone.ts";
import { ACCOUNT, CREDENTIALS, REGION } from "./cloud.ts";
import { countResources, namesLeft } from "./remains.ts";
import type { Session } from "./session.ts";

const STAGE = "dev";

const QUEUE = "infra/queues.ts";
const RETENTION = "messageRetentionPeriod: 4 * DAYS";

export type Place = {
  readonly session: Session;
  /** The page's command with this newcomer's values. */
  typedFor(command: string): string;
  /** Creates the identity of `mailFrom` in SES. The fake verifies it without DNS records. */
  createSender(): Promise<void>;
  /** Creates the operators' group, which the fake omits from the stack. */
  createGroup(): Promise<void>;
  /** Commits a change of the queues. */
  commitGoodChange(): Promise<void>;
  /** Commits and deploys a change that AWS refuses. @throws unless the deployment rolls back */
  deployBadChange(): Promise<void>;
  /** Opens the deployed shop's pages. @returns failures */
  shopFindings(): Promise<string[]>;
  /** Prints the stage's number of resources. */
  count(): Promise<readonly string[]>;
  remains(): Promise<string[]>;
};

export async function openPlace(
  session: Session,
  clone: string,
  folder: string,
  endpoint: string,
): Promise<Place> {
  const git = async (...args: readonly string[]): Promise<string> => {
    const identity = ["-c", "user.name=newcomer", "-c", "user.email=newcomer@example.com"];
    return (
      await mustRun("git", [...identity, "-c", "core.hooksPath=/dev/null", ...args], { cwd: clone })
    ).stdout.trim();
  };
  const commit = async (): Promise<string> => {
    await git("add", "--all");
    await git("commit", "--quiet", "--message", "A change");
    return git("rev-parse", "HEAD");
  };
  await git("init", "--quiet");
  let good = await commit();
  const aws = (): Promise<Aws> => connectAws({ region: REGION, endpoint, credentials: CREDENTIALS });
  const deployment = deploymentOf(STAGE);
  const siteUrl = async (): Promise<string> => {
    const url = await (await aws()).parameter(deployment.parameter("site-url"));
    if (url === undefined) throw new Error("The site has no address.");
    return url;
  };
  const values: Readonly<Record<string, string>> = {
    "--stage prod": `--stage ${STAGE}`,
    "stage=prod": `stage=${STAGE}`,
    "<account>": ACCOUNT,
    "<folder>": installersIn(folder),
    "<owner>@<id>/<name>@<id>": "octocat@1/articlip@2",
  };
  return {
    session,
    typedFor(command) {
      let text = command.replace("<commit>", good);
      for (const [placeholder, value] of Object.entries(values)) text = text.replaceAll(placeholder, value);
      // The tests run elsewhere (npm test), as section 6 of the page allows.
      if (/^npm run deploy (?!.*--check)/.test(text)) text += " --tested";
      // Only npm ci may reach a host outside this machine: the npm registry.
      if (text === "npm ci") text = `NODE_OPTIONS= ${text} --prefer-offline --no-audit --no-fund`;
      // The CDK asks for approval in a terminal, but this is not a terminal.
      if (text.startsWith("npx cdk deploy")) text += " --require-approval never";
      return text;
    },
    async createSender() {
      const EmailIdentity = /@([^>\s]+)>?$/.exec(BRAND.mailFrom)?.[1];
      await (await aws()).clients().ses().send(new CreateEmailIdentityCommand({ EmailIdentity }));
    },
    async createGroup() {
      const client = await aws();
      const UserPoolId = await client.parameter(deployment.parameter("operator-pool-id"));
      await client
        .clients()
        .cognito()
        .send(new CreateGroupCommand({ UserPoolId, GroupName: "operators" }));
    },
    async commitGoodChange() {
      edit(clone, QUEUE, RETENTION, "messageRetentionPeriod: 5 * DAYS");
      good = await commit();
    },
    async deployBadChange() {
      // An API that does not exist. The fake would accept a value outside of a service's limits.
      edit(clone, "infra/gate.ts", 'apiId: published(scope, "api-id")', 'apiId: "missing"');
      await commit();
      const { status, text } = await session.type(`npm run deploy -- --stage ${STAGE} --tested`);
      if (status !== 1 || !text.includes("CloudFormation has rolled back each stack that failed."))
        throw new Error(`A deployment that AWS refuses ends with ${status}: ${text.slice(-3000)}`);
    },
    shopFindings: async () => smokeTest(await siteUrl()),
    async count() {
      console.log(`        ${await countResources(await aws(), deployment.stack(""))} resources`);
      return [];
    },
    remains: async () => namesLeft(await aws(), deployment.stack("")),
  };
}

function installersIn(folder: string): string {
  const installers = path.join(folder, "installers");
  mkdirSync(installers, { recursive: true });
  for (const file of ["app-x64.exe", "app-arm64.dmg", "app-arm64-mac.zip"])
    writeFileSync(path.join(installers, file), `An installer: ${file}`);
  return installers;
}

export const pageOf = (clone: string): string => readFileSync(path.join(clone, "docs/deploy.md"), "utf8");
