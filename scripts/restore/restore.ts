import { AdminGetUserCommand } from "@aws-sdk/client-cognito-identity-provider";
import { InvokeCommand } from "@aws-sdk/client-lambda";
import { GetQueueUrlCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { MINUTE } from "#shared/instant.ts";
import { must, orAbsent } from "../aws/answers.ts";
import { Refusal } from "../deploy/run.ts";
import { besideOf, restoreBeside } from "./beside.ts";
import type { Pause, Place, Say } from "./place.ts";
import { newPlan, planIn } from "./plan.ts";
import { carryOut, differences, type Line, MAX_WRITTEN } from "./rows.ts";
import { setWriters } from "./writers.ts";

export type RestoreOptions = {
  /** Names in infra/tables.ts. */
  readonly tables: readonly string[];
  /** The instant to restore. Undefined if a person has restored the copies from the vault. */
  readonly to: string | undefined;
  /** Where the plan is written. */
  readonly file: string;
};
export type RestoreTools = {
  readonly ask: (question: string) => Promise<string>;
  readonly say: Say;
  readonly pause: Pause;
  readonly now: () => Date;
};

/** The maximum duration of a job, which may write until it ends. */
const LONGEST_RUN = 15 * MINUTE;

const LedgerReport = z.object({ compared: z.int(), differing: z.int(), finished: z.boolean() });
type LedgerReport = z.output<typeof LedgerReport>;

/**
 * Restores a stage's tables to an earlier instant, row by row. It stops all writers, restores a copy beside each table,
 * compares the two, copies the rows that a person chose, checks the ledger and starts the writers again. An interrupted
 * run leaves the stage stopped, and the next run continues.
 * @throws Refusal
 */
export async function restore(place: Place, options: RestoreOptions, tools: RestoreTools): Promise<void> {
  const { ask, say, pause, now } = tools;
  const { deployment } = place;
  const pairs = options.tables.map((name) => {
    const table = deployment.table(name);
    return { table, beside: besideOf(table, options.to) };
  });
  say(`This stops ${deployment.stage} for everyone, for half an hour at least.`);
  if ((await ask("Type the stage's name to stop it: ")).trim() !== deployment.stage)
    throw new Refusal("Nothing was changed.");
  await setWriters(place, false, say, pause);
  const stoppedAt = now().getTime();
  await restoreBeside(
    place,
    pairs.map(({ table }) => table),
    options.to,
    say,
    pause,
  );
  const rest = stoppedAt + LONGEST_RUN - now().getTime();
  if (rest > 0) say(`Waiting ${Math.ceil(rest / MINUTE)} minutes for jobs that still run …`);
  await pause(Math.max(rest, 0));

  const counts = await compare(place, pairs, tools, newPlan(options.file));
  say(
    `${options.file} has each row that differs: ${counts}. Read it, and edit the lines that you want to decide differently.`,
  );
  const answer = (await ask("Type copy to carry it out, or resume to change nothing: ")).trim();
  if (answer !== "copy" && answer !== "resume") throw new Refusal(stopped(deployment.stage));
  const erased = answer === "copy" ? await copy(place, options, pairs, tools) : [];
  if (answer === "copy") say(`Compared again: ${await compare(place, pairs, tools)}.`);
  const { compared, differing } = await proveLedger(place);
  say(`Ledgers compared: ${compared}. Differing: ${differing}.`);
  if ((await ask("Type resume to open the stage: ")).trim() !== "resume")
    throw new Refusal(stopped(deployment.stage));
  await resume(place, tools);
  await eraseAgain(place, erased, tools);
  await invokeJob(place, "reconciliation-reconcile", "Event");
  say(
    "The comparison with Stripe has begun. It applies what it can, and mails the operator about the other differences.",
  );
}

const stopped = (stage: string): string =>
  `${stage} is still stopped. Run the same command again, or open it with --resume.`;

export async function resume(
  place: Place,
  { say, pause }: Pick<RestoreTools, "say" | "pause">,
): Promise<void> {
  await setWriters(place, true, say, pause);
}

type Pair = { readonly table: string; readonly beside: string };

/**
 * @param write takes each row that differs
 * @returns how many rows are lost, changed and new
 */
async function compare(
  { clients }: Place,
  pairs: readonly Pair[],
  { pause, now }: RestoreTools,
  write: (line: Line) => void = () => {},
): Promise<string> {
  const counts = { lost: 0, changed: 0, new: 0 };
  for (const pair of pairs)
    for await (const line of differences(clients.dynamodb(), { ...pair, now: now() }, pause)) {
      write(line);
      counts[line.why === "lost" || line.why === "new" ? line.why : "changed"] += 1;
    }
  return `${counts.lost} lost, ${counts.changed} changed, ${counts.new} new`;
}

/** Carries the plan out. @returns ids of restored accounts that the user pool no longer has */
async function copy(
  place: Place,
  { file }: RestoreOptions,
  pairs: readonly Pair[],
  { say, pause }: RestoreTools,
): Promise<string[]> {
  const client = place.clients.dynamodb();
  const erased: string[] = [];
  const waiting = new Map<string, Line[]>(pairs.map(({ table }) => [table, []]));
  const done = { put: 0, delete: 0, keep: 0 };
  const send = async (pair: Pair) => {
    const lines = waiting.get(pair.table) ?? [];
    await must("Rows could not be written.", carryOut(client, lines, pair, pause));
    waiting.set(pair.table, []);
  };
  for await (const line of planIn(file)) {
    const pair = pairs.find(({ table }) => table === line.table);
    if (pair === undefined) throw new Refusal(`This restore does not include the table ${line.table}.`);
    done[line.act] += 1;
    const lines = waiting.get(line.table) ?? [];
    lines.push(line);
    if (await isErased(place, line)) erased.push(line.pk);
    if (lines.length === MAX_WRITTEN) await send(pair);
  }
  for (const pair of pairs) await send(pair);
  say(`${done.put} rows copied, ${done.delete} deleted, ${done.keep} kept.`);
  return erased;
}

/** Whether the line brings back an account that the user pool no longer has. */
async function isErased({ clients, deployment, userPoolId }: Place, line: Line): Promise<boolean> {
  const { act, why, table, pk, sk } = line;
  if (act !== "put" || why !== "lost" || table !== deployment.table("Users") || sk !== "account")
    return false;
  const command = new AdminGetUserCommand({ UserPoolId: userPoolId, Username: pk });
  return (
    (await orAbsent("The account", "UserNotFoundException", clients.cognito().send(command))) === undefined
  );
}

/** Asks first, because the pool may have lost an account that its owner did not delete. */
async function eraseAgain(
  place: Place,
  userIds: readonly string[],
  { ask, say, now }: RestoreTools,
): Promise<void> {
  if (userIds.length === 0) return;
  for (const userId of userIds) say(`${userId} is back, and the user pool has no such account.`);
  const answer = await ask(
    `If the owners themselves deleted these accounts (${userIds.length}), type erase to delete them again: `,
  );
  if (answer.trim() !== "erase") return;
  for (const userId of userIds) await erase(place, userId, now());
}

async function erase({ clients, deployment }: Place, userId: string, at: Date): Promise<void> {
  const sqs = clients.sqs();
  const failed = `The deletion of ${userId} could not be queued.`;
  const { QueueUrl } = await must(
    failed,
    sqs.send(new GetQueueUrlCommand({ QueueName: `${deployment.prefix}-erasures` })),
  );
  const MessageBody = JSON.stringify({ userId, requestedAt: at.toISOString() });
  await must(failed, sqs.send(new SendMessageCommand({ QueueUrl, MessageBody })));
}

/** Runs the product's daily check of the ledger to its end. @throws Refusal if a run compares nothing */
export async function proveLedger(place: Place): Promise<Pick<LedgerReport, "compared" | "differing">> {
  const all = { compared: 0, differing: 0 };
  for (;;) {
    const report = LedgerReport.parse(await invokeJob(place, "affiliates-checkLedger", "RequestResponse"));
    all.compared += report.compared;
    all.differing += report.differing;
    if (report.finished) return all;
    if (report.compared === 0) throw new Refusal("affiliates-checkLedger ended before it compared anything.");
  }
}

async function invokeJob(
  { clients, deployment }: Place,
  name: string,
  InvocationType: "Event" | "RequestResponse",
): Promise<unknown> {
  const { FunctionError, Payload } = await must(
    `${name} did not run.`,
    clients.jobs().send(new InvokeCommand({ FunctionName: `${deployment.prefix}-${name}`, InvocationType })),
  );
  if (FunctionError !== undefined) throw new Refusal(`${name} failed: its log says why.`);
  return Payload?.length ? JSON.parse(Payload.transformToString()) : undefined;
}
