import type { TableModel } from "../template/model.ts";
import type { Dynamodb } from "./client.ts";
import type { DynamodbProcess } from "./process.ts";
import { describe } from "./tables.ts";

const LIMIT_MS = 60_000;

/**
 * Deletes these tables with rows and streams from the user's own database. The embedded database is a file, which was
 * removed already.
 * @throws for a database in an AWS account
 */
export async function resetTables(
  database: Pick<DynamodbProcess, "pid" | "endpoint" | "client">,
  tables: readonly TableModel[],
): Promise<void> {
  if (database.pid !== undefined) return;
  if (new URL(database.endpoint).hostname.endsWith(".amazonaws.com")) {
    throw new Error(
      `DYNAMODB_ENDPOINT is ${database.endpoint}: a reset would delete tables in an AWS account. Delete them there, then start without --reset.`,
    );
  }
  await Promise.all(tables.map((table) => drop(database.client, table.name)));
}

async function drop(client: Dynamodb, name: string): Promise<void> {
  if ((await describe(client, name)) === null) return;
  await client.call("DeleteTable", { TableName: name });
  const end = Date.now() + LIMIT_MS;
  for (let pause = 2; (await describe(client, name)) !== null; pause = Math.min(pause * 2, 500)) {
    if (Date.now() > end)
      throw new Error(`Table ${name} still exists ${LIMIT_MS / 1000} s after its deletion.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
