import { setTimeout as pause } from "node:timers/promises";
import { TABLES } from "../infra/tables.ts";
import { connectAws } from "./aws/aws.ts";
import { deploymentOf, readOptions } from "./deploy/deployment.ts";
import { Misuse, Refusal } from "./deploy/run.ts";
import { scriptThatAsks } from "./deploy/terminal.ts";
import { type RestoreTools, restore, resume } from "./restore/restore.ts";

type Tools = RestoreTools & { readonly connect: typeof connectAws };

export async function restoreStage(argv: readonly string[], tools: Tools): Promise<void> {
  const options = readOptions(argv, ["to", "tables"], ["resume"]);
  const { stage, to } = options;
  const tables = (options.tables ?? "").split(",").filter(Boolean);
  const unknown = tables.find((name) => !Object.hasOwn(TABLES, name));
  if (unknown !== undefined)
    throw new Misuse(`There is no table ${unknown}. The tables are: ${Object.keys(TABLES).join(", ")}.`);
  if (options.resume !== true && tables.length === 0)
    throw new Misuse("Say which tables: --tables Seats,Grants.");
  if (to !== undefined && !(Date.parse(to) < tools.now().getTime()))
    throw new Misuse("--to takes an instant in the past, such as 2026-11-28T03:00:00Z.");
  const aws = await tools.connect();
  const deployment = deploymentOf(stage);
  const userPoolId = await aws.parameter(deployment.parameter("user-pool-id"));
  if (userPoolId === undefined) throw new Refusal(`${stage} is not deployed here.`);
  const place = { clients: aws.clients(), deployment, userPoolId };
  if (options.resume === true) return resume(place, tools);
  return restore(place, { tables, to, file: `restore-${stage}.tsv` }, tools);
}

if (import.meta.main)
  await scriptThatAsks((ask) =>
    restoreStage(process.argv.slice(2), {
      connect: connectAws,
      ask,
      say: (line) => console.log(line),
      pause,
      now: () => new Date(),
    }),
  );
