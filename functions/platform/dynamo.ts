import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  DeleteCommand,
  type DeleteCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { AppError } from "#shared/errors.ts";
import { amazon } from "./amazon.ts";

const client = new DynamoDBClient(amazon("dynamodb", 1_000, 6));
// The SDK copies each answer for a log that we do not write.
client.middlewareStack.remove("loggerMiddleware");
const documents = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});

/**
 * One part of a transaction, built by the table file that owns the row. `told` excludes writes that only a reading of
 * Stripe may store (reading.ts).
 */
export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number] & {
  readonly told?: never;
};
export type Item = Record<string, unknown>;

/** The next version of a row. Fails if the row has changed since the read. @param version as read; 0 for a new row */
export const putNext = (TableName: string, row: Item, version: number): Write => ({
  Put: {
    TableName,
    Item: { ...row, version: version + 1 },
    ConditionExpression: version === 0 ? "attribute_not_exists(pk)" : "version = :version",
    ...(version > 0 && { ExpressionAttributeValues: { ":version": version } }),
  },
});

/** The row changed after it was read, or another write of it is in progress. The caller must read and decide again. */
export class WriteConflict extends Error {
  override readonly name = "WriteConflict";
  /** False if DynamoDB did not evaluate the condition, because another write of these rows was in progress. */
  readonly isDecided: boolean;

  constructor(cause: unknown, isDecided = true) {
    super("A row changed after it was read", { cause });
    this.isDecided = isDecided;
  }
}

/** DynamoDB throttled the table or one of its indexes. Nothing was written. */
export class Throttled extends AppError {
  constructor(cause: unknown) {
    super("DATABASE_ERROR", FAILED, { cause });
  }
}

const FAILED = "Something went wrong on our side. Please try again.";

async function guarded<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw new WriteConflict(error);
    if (!(error instanceof TransactionCanceledException))
      throw new AppError("DATABASE_ERROR", FAILED, { cause: error });
    const reasons = new Set((error.CancellationReasons ?? []).map(({ Code }) => Code));
    const isOneOf = (...codes: string[]) => codes.some((code) => reasons.has(code));
    if (isOneOf("ConditionalCheckFailed")) throw new WriteConflict(error);
    if (isOneOf("TransactionConflict")) throw new WriteConflict(error, false);
    if (isOneOf("ThrottlingError", "ProvisionedThroughputExceeded")) throw new Throttled(error);
    throw new AppError("DATABASE_ERROR", FAILED, { cause: error });
  }
}

const MAX_TRIES = 8;

/**
 * Retries a write that DynamoDB refused before it evaluated the condition: a throttled transaction, or a write during a
 * transaction on the same row. The SDK retries neither.
 */
async function written<T>(call: () => Promise<T>, isRetryable = isUndecided): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await guarded(call());
    } catch (error) {
      if (!isRetryable(error) || tries === MAX_TRIES) throw error;
      await pause(tries);
    }
  }
}

const isUndecided = (error: unknown): boolean => error instanceof Throttled || isCollision(error);

function isCollision(error: unknown): boolean {
  if (error instanceof WriteConflict) return !error.isDecided;
  const cause = error instanceof AppError ? error.cause : undefined;
  return cause instanceof Error && cause.name === "TransactionConflictException";
}

const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tries));

/** Strongly consistent by default, because a decision must see the last write. */
export async function getItem(input: GetCommandInput): Promise<Item | undefined> {
  const { Item } = await guarded(documents.send(new GetCommand({ ConsistentRead: true, ...input })));
  return Item;
}

const MAX_KEYS = 100;

export type Keys = Readonly<Record<string, readonly Item[]>>;
export type Rows = Readonly<Record<string, readonly Item[]>>;

/**
 * The order is undefined, and missing rows are left out.
 * @param keys up to 100 in total. A key that occurs twice is read once, because DynamoDB refuses duplicates
 */
export async function getItems(keys: Keys): Promise<Record<string, Item[]>> {
  const wanted = Object.entries(keys)
    .filter(([, each]) => each.length > 0)
    .map(([table, each]) => [table, { Keys: distinct(each), ConsistentRead: true }] as const);
  const count = wanted.reduce((sum, [, { Keys }]) => sum + Keys.length, 0);
  if (count > MAX_KEYS) throw new RangeError(`${count} keys are too many for one call`);
  const found: Record<string, Item[]> = {};
  let left: BatchGetCommandInput["RequestItems"] = Object.fromEntries(wanted);
  for (let tries = 1; left && Object.keys(left).length > 0; tries += 1) {
    if (tries > MAX_TRIES) throw new Throttled("unprocessed keys");
    if (tries > 1) await pause(tries);
    const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await guarded(
      documents.send(new BatchGetCommand({ RequestItems: left })),
    );
    for (const [table, items] of Object.entries(Responses ?? {}))
      found[table] = [...(found[table] ?? []), ...items];
    left = UnprocessedKeys;
  }
  return found;
}

const distinct = (keys: readonly Item[]): Item[] => [
  ...new Map(keys.map((key) => [JSON.stringify(key), key])).values(),
];

/** The longest prefix to search for. DynamoDB's own limit is 1,024 bytes, and no address or key comes near it. */
const LONGEST_PREFIX = 320;

/** DynamoDB refuses overlong text and lone surrogates. */
export const isPrefix = (text: string): boolean => text.length <= LONGEST_PREFIX && text.isWellFormed();

export async function queryItems(
  input: QueryCommandInput,
): Promise<{ items: Item[]; lastKey: Item | undefined }> {
  const { Items, LastEvaluatedKey } = await guarded(documents.send(new QueryCommand(input)));
  return { items: Items ?? [], lastKey: LastEvaluatedKey };
}

export async function* eachPage(input: QueryCommandInput): AsyncGenerator<Item[]> {
  let page: { ExclusiveStartKey?: Item } = {};
  do {
    const { items, lastKey } = await queryItems({ ...input, ...page });
    yield items;
    page = lastKey ? { ExclusiveStartKey: lastKey } : {};
  } while (page.ExclusiveStartKey !== undefined);
}

export async function* eachItem(input: QueryCommandInput): AsyncGenerator<Item> {
  for await (const items of eachPage(input)) yield* items;
}

export async function allItems(input: QueryCommandInput): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of eachItem(input)) items.push(item);
  return items;
}

/** Reads one page of a whole table. Only for migrations, which must find rows that no index lists. */
export async function scanItems(
  input: ScanCommandInput,
): Promise<{ items: Item[]; lastKey: Item | undefined }> {
  const { Items, LastEvaluatedKey } = await guarded(documents.send(new ScanCommand(input)));
  return { items: Items ?? [], lastKey: LastEvaluatedKey };
}

/** @throws WriteConflict if its condition fails */
export async function putItem(input: PutCommandInput): Promise<void> {
  await written(() => documents.send(new PutCommand(input)));
}

/** @throws WriteConflict if its condition fails */
export async function updateItem(input: UpdateCommandInput): Promise<Item | undefined> {
  const { Attributes } = await written(() => documents.send(new UpdateCommand(input)));
  return Attributes;
}

export async function deleteItem(input: DeleteCommandInput): Promise<void> {
  await written(() => documents.send(new DeleteCommand(input)));
}

/** @throws WriteConflict if a condition fails; then nothing is written */
export async function transact(writes: Write[]): Promise<void> {
  await written(() => documents.send(new TransactWriteCommand({ TransactItems: writes })));
}

/**
 * Does not wait while DynamoDB throttles, for callers that have a fallback.
 * @throws Throttled
 * @throws WriteConflict if a condition fails
 */
export async function transactUnlessThrottled(writes: Write[]): Promise<void> {
  await written(() => documents.send(new TransactWriteCommand({ TransactItems: writes })), isCollision);
}

const MAX_ATTEMPTS = 10;

/**
 * Calls `attempt`, which loads, decides and stores, until it meets no write conflict. The pauses are random and grow,
 * so that competing writers spread out. `isFirst` allows a cheap first attempt that assumes the usual case.
 * @throws CONFLICT after the last attempt
 */
export async function retryOnConflict<T>(attempt: (isFirst: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1; tries < MAX_ATTEMPTS; tries += 1) {
    try {
      return await attempt(tries === 1);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      await pause(tries);
    }
  }
  try {
    return await attempt(false);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", "This was changed at the same time. Please try again.", {
      cause: error,
    });
  }
}
