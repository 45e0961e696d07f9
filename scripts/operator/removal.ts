import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import { allKeys, markRevoked, type StoredKey, toKeys } from "../../functions/apiKeys/table.ts";
import { auditEntry, DEPLOYER } from "../../functions/audit/table.ts";
import type { Write } from "../../functions/platform/dynamo.ts";
import { dropOperator, operatorRow } from "../../functions/users/operatorTable.ts";
import { must } from "../aws/answers.ts";
import { findOperatorAccount, type OperatorPlace } from "./accounts.ts";

/** The user ids behind an address, also of its deleted accounts, and their API keys that are not revoked. */
export type Leaving = { readonly userIds: readonly string[]; readonly keys: readonly StoredKey[] };

/** Uses code of the functions, so the caller must set the environment variables with the tables' names. */
export async function findLeaving(place: OperatorPlace, email: string): Promise<Leaving> {
  const documents = documentsOf(place);
  const account = await findOperatorAccount(place, email);
  const keys = await unrevokedKeys(documents);
  const userIds = new Set(account ? [account.userId] : []);
  for (const userId of new Set(keys.map(({ createdBy }) => createdBy)))
    if ((await readRow(documents, userId))?.email === email) userIds.add(userId);
  return { userIds: [...userIds], keys: keys.filter(({ createdBy }) => userIds.has(createdBy)) };
}

/**
 * Removes an operator. Deletes the row first: without it, the API accepts no token or key and creates no key. Then
 * revokes the operator's keys. Deletes the account last, so that an interrupted run can be repeated.
 */
export async function removeOperator(place: OperatorPlace, email: string, now: Date): Promise<Leaving> {
  const documents = documentsOf(place);
  const leaving = await findLeaving(place, email);
  for (const userId of leaving.userIds) {
    if ((await readRow(documents, userId)) === undefined) continue;
    await write(documents, `The row of ${email} could not be removed.`, [
      dropOperator(userId),
      entry("operator:remove", `operator#${userId}`, null, now),
    ]);
  }
  // Read after the rows are deleted, to include keys created in the meantime.
  for (const { id, name, createdBy } of await unrevokedKeys(documents))
    if (leaving.userIds.includes(createdBy))
      await write(documents, `The API key ${name} could not be revoked.`, [
        markRevoked(id, now.toISOString()),
        entry("apiKeys/revokeApiKey", `apiKey#${id}`, { name, revokedAt: now.toISOString() }, now),
      ]);
  if (await findOperatorAccount(place, email)) await deleteAccount(place, email);
  return leaving;
}

const documentsOf = ({ dynamodb }: OperatorPlace) => DynamoDBDocumentClient.from(dynamodb);

async function unrevokedKeys(documents: DynamoDBDocumentClient): Promise<StoredKey[]> {
  const { Items } = await must(
    "The API keys could not be read.",
    documents.send(new QueryCommand(allKeys())),
  );
  return toKeys(Items ?? []).filter(({ revokedAt }) => revokedAt === null);
}

async function readRow(documents: DynamoDBDocumentClient, userId: string) {
  const { table, key } = operatorRow(userId);
  const command = new GetCommand({ TableName: table, Key: key, ConsistentRead: true });
  return (await must(`The row of ${userId} could not be read.`, documents.send(command))).Item;
}

const write = (documents: DynamoDBDocumentClient, failed: string, TransactItems: Write[]) =>
  must(failed, documents.send(new TransactWriteCommand({ TransactItems })));

const entry = (action: string, subject: string, after: object | null, now: Date): Write =>
  auditEntry({ operator: DEPLOYER, action, subject, before: null, after, at: now.toISOString() });

async function deleteAccount({ cognito, poolId }: OperatorPlace, email: string): Promise<void> {
  const account = { UserPoolId: poolId, Username: email };
  const failed = `The operator's account of ${email} could not be deleted.`;
  await must(failed, cognito.send(new AdminUserGlobalSignOutCommand(account)));
  await must(failed, cognito.send(new AdminDeleteUserCommand(account)));
}
