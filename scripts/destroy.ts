import { setTimeout as pause } from "node:timers/promises";
import { type Aws, connectAws } from "./aws/aws.ts";
import { type Deployment, deploymentOf, readOptions } from "./deploy/deployment.ts";
import { Refusal } from "./deploy/run.ts";
import { scriptThatAsks } from "./deploy/terminal.ts";
import { removeBuckets } from "./destroy/buckets.ts";
import {
  removeAlarmsKey,
  removeLeaseKeys,
  removeParameters,
  removeSecrets,
  removeUserPools,
} from "./destroy/kept.ts";
import { deleteStacks, LOWER, UPPER } from "./destroy/stacks.ts";
import { removeTables } from "./destroy/tables.ts";

export type Tools = {
  readonly connect: () => Promise<Aws>;
  readonly say: (line: string) => void;
  readonly ask: (question: string) => Promise<string>;
  readonly now: () => Date;
  readonly pause: (milliseconds: number) => Promise<unknown>;
};

const SECOND_WORDS = "remove every customer";

/**
 * Removes a stage: its stacks, then what the stacks retain. For prod, it keeps the user pools (Cognito has no backups),
 * the access logs, the trail, and a backup of every table. The vault stays until its last copy expires. After an
 * interruption, another run removes the remaining resources.
 * @throws Refusal if an answer is wrong, before anything is removed
 */
export async function destroy(argv: readonly string[], tools: Tools): Promise<void> {
  const { say } = tools;
  const { stage } = readOptions(argv);
  const aws = await tools.connect();
  const deployment = deploymentOf(stage);
  const isProd = stage === "prod";
  if (!isProd) await refuseLiveKey(aws, deployment);
  await confirm(deployment, aws, tools);

  await deleteStacks(aws, deployment, UPPER, say);
  await removeAlarmsKey(aws, deployment);
  await deleteStacks(aws, deployment, LOWER, say);
  // Backups are complete only now that no function writes.
  await removeTables(aws, deployment, { ...tools, backsUp: isProd });
  const logs = isProd ? [] : ["logs", "trail"];
  await removeBuckets(aws, deployment, ["site", "downloads", ...logs], say);
  if (!isProd) await removeUserPools(aws, deployment, say);
  await removeLeaseKeys(aws, deployment);
  await removeParameters(aws, deployment);
  await removeSecrets(aws, deployment, { isRecoverable: isProd });
  say(`${stage} is removed. Delete its two webhooks at Stripe yourself (Developers, Webhooks).`);
}

/** Refuses a stage with a live key of Stripe: customers may have paid real money there, and only prod keeps backups. */
async function refuseLiveKey(aws: Aws, { stage, secret }: Deployment): Promise<void> {
  if ((await aws.secret(secret("stripe")))?.includes("_live_"))
    throw new Refusal(
      `${stage} has a live key of Stripe, so it may hold customers' data. Nothing was removed. If it holds none, set a test key first: npm run operate -- secrets:set --stage ${stage}`,
    );
}

async function confirm({ stage }: Deployment, { account, region }: Aws, { ask }: Tools): Promise<void> {
  const expect = async (question: string, words: string) => {
    if ((await ask(question)).trim() !== words) throw new Refusal("Nothing was removed.");
  };
  await expect(
    `This removes ${stage} from account ${account} in ${region}. Type the stage's name to continue: `,
    stage,
  );
  if (stage === "prod")
    await expect(
      `Customers lose their accounts, licenses and payouts. Only backups of the tables, the vault, the user pools, the access logs and the trail stay. Type "${SECOND_WORDS}" to continue: `,
      SECOND_WORDS,
    );
}

if (import.meta.main)
  await scriptThatAsks((ask) =>
    destroy(process.argv.slice(2), {
      connect: connectAws,
      say: (line) => console.log(line),
      ask,
      now: () => new Date(),
      pause,
    }),
  );
