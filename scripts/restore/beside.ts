import { DescribeTableCommand, RestoreTableToPointInTimeCommand } from "@aws-sdk/client-dynamodb";
import { SECOND } from "#shared/instant.ts";
import { must, orAbsent } from "../aws/answers.ts";
import { Refusal } from "../deploy/run.ts";
import type { Pause, Place, Say } from "./place.ts";

const POLL_MS = 20 * SECOND;

/** @param to the instant; undefined for tables that a person restored from the vault */
export const besideOf = (table: string, to: string | undefined): string =>
  to === undefined
    ? `${table}-restored`
    : `${table}-${new Date(to).toISOString().replaceAll(/\D/g, "").slice(0, 14)}`;

/** Restores each table to a copy without indexes, and waits for the copies. Uses an existing copy as it is. */
export async function restoreBeside(
  { clients }: Place,
  tables: readonly string[],
  to: string | undefined,
  say: Say,
  pause: Pause,
): Promise<void> {
  const client = clients.dynamodb();
  const statusOf = async (TableName: string) =>
    (
      await orAbsent(
        `The table ${TableName}`,
        "ResourceNotFoundException",
        client.send(new DescribeTableCommand({ TableName })),
      )
    )?.Table?.TableStatus;
  for (const table of tables) {
    const TargetTableName = besideOf(table, to);
    if ((await statusOf(TargetTableName)) !== undefined) continue;
    if (to === undefined)
      throw new Refusal(`There is no table ${TargetTableName}. Restore it from the vault, or give --to.`);
    const command = new RestoreTableToPointInTimeCommand({
      SourceTableName: table,
      TargetTableName,
      RestoreDateTime: new Date(to),
      GlobalSecondaryIndexOverride: [],
    });
    await must(`The table ${table} could not be restored to a copy.`, client.send(command));
    say(`${TargetTableName}: restore started`);
  }
  for (const table of tables) {
    const name = besideOf(table, to);
    for (let status = await statusOf(name); status !== "ACTIVE"; status = await statusOf(name)) {
      if (status !== "CREATING") throw new Refusal(`The table ${name} is ${status ?? "gone"}.`);
      await pause(POLL_MS);
    }
    say(`${name}: ready`);
  }
}
