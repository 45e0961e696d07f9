import {
  CreateBackupCommand,
  DeleteTableCommand,
  DescribeBackupCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  paginateListTables,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { must, orAbsent } from "../aws/answers.ts";
import type { Aws } from "../aws/aws.ts";
import type { Deployment } from "../deploy/deployment.ts";
import { Refusal } from "../deploy/run.ts";

const BACKUP_POLL_MS = 2000;
const MAX_WAIT_SECONDS = 300;

type Options = {
  /** Whether each table gets an on-demand backup first. The backup stays after its table is deleted. */
  readonly backsUp: boolean;
  readonly now: () => Date;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly say: (line: string) => void;
};

/** @throws Refusal if a table cannot be backed up or removed; the table then keeps its rows */
export async function removeTables(aws: Aws, { table }: Deployment, options: Options): Promise<void> {
  const client = aws.clients().dynamodb();
  for (const TableName of await tablesStartingWith(client, table(""))) {
    const found = await orAbsent(
      `The table ${TableName}`,
      "ResourceNotFoundException",
      client.send(new DescribeTableCommand({ TableName })),
    );
    if (found?.Table === undefined || found.Table.TableStatus === "DELETING") continue;
    if (options.backsUp) await backUp(client, TableName, options);
    const failed = `The table ${TableName} could not be removed. Run this again.`;
    if (found.Table.DeletionProtectionEnabled) {
      await must(
        failed,
        client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false })),
      );
      await must(
        failed,
        waitUntilTableExists({ client, maxWaitTime: MAX_WAIT_SECONDS, minDelay: 1 }, { TableName }),
      );
    }
    await must(failed, client.send(new DeleteTableCommand({ TableName })));
    options.say(`Removed the table ${TableName}.`);
  }
}

async function tablesStartingWith(client: DynamoDBClient, prefix: string): Promise<string[]> {
  const names: string[] = [];
  const list = async () => {
    for await (const { TableNames = [] } of paginateListTables({ client }, {})) names.push(...TableNames);
  };
  await must("The tables could not be listed.", list());
  return names.filter((name) => name.startsWith(prefix));
}

/** Waits for the backup to complete: until then DynamoDB does not delete the table. */
async function backUp(client: DynamoDBClient, TableName: string, options: Options): Promise<void> {
  const failed = `The table ${TableName} could not be backed up, so it was not removed.`;
  const stamp = options.now().toISOString().slice(0, 19).replaceAll(/\D/g, "");
  const { BackupDetails } = await must(
    failed,
    client.send(new CreateBackupCommand({ TableName, BackupName: `${TableName}-${stamp}` })),
  );
  const BackupArn = BackupDetails?.BackupArn;
  for (;;) {
    const found = await must(failed, client.send(new DescribeBackupCommand({ BackupArn })));
    const status = found.BackupDescription?.BackupDetails?.BackupStatus;
    if (status === "AVAILABLE") break;
    if (status !== "CREATING") throw new Refusal(`${failed}\nThe backup is ${status}.`);
    await options.pause(BACKUP_POLL_MS);
  }
  options.say(`Backed up ${TableName}: ${BackupArn}`);
}
