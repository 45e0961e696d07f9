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

const documents = DynamoDBDocumentClient.from(new DynamoDBClient(amazon("dynamodb", 1_000, 6)), {
  marshallOptions: { removeUndefinedValues: true },
});

/**
 * One part of a transaction, made by the table file that knows how its rows are stored. `told` keeps out what only a
 * reading of Stripe can store (reading.ts).
 */
export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number] & {
  readonly told?: never;
};
export type Item = Record<string, unknown>;

/** What was read has changed since, or a marker was there first: read again and decide again. */
export class WriteConflict extends Error {
  override readonly name = "WriteConflict";
  /** False where another write of these rows was under way: whether the condition holds is still open. */
  readonly isDecided: boolean;

  constructor(cause: unknown, isDecided = true) {
    super("A write met a row that had changed", { cause });
    this.isDecided = isDecided;
  }
}

/** The table, or an index that holds up its writes, takes no more for the moment. Nothing was written. */
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
 * Repeats a write that DynamoDB refused without looking at its condition, which the SDK does not: the row is in another
 * transaction, or a table in this one takes no more for the moment.
 */
async function written<T>(call: () => Promise<T>, isOpen = isUndecided): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await guarded(call());
    } catch (error) {
      if (!isOpen(error) || tries === MAX_TRIES) throw error;
      await pause(tries);
    }
  }
}

const isUndecided = (error: unknown): boolean => error instanceof Throttled || hasMet(error);

function hasMet(error: unknown): boolean {
  if (error instanceof WriteConflict) return !error.isDecided;
  const cause = error instanceof AppError ? error.cause : undefined;
  return cause instanceof Error && cause.name === "TransactionConflictException";
}

/** Spread, so that those who met do not meet again. */
const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tries));

/** Strongly consistent unless told otherwise: a read that decides must see the last write. */
export async function getItem(input: GetCommandInput): Promise<Item | undefined> {
  const { Item } = await guarded(documents.send(new GetCommand({ ConsistentRead: true, ...input })));
  return Item;
}

/** DynamoDB's own limit of one call. */
const MAX_KEYS = 100;

/** Keys of rows, and rows themselves, by table. */
export type Keys = Readonly<Record<string, readonly Item[]>>;
export type Rows = Readonly<Record<string, readonly Item[]>>;

/**
 * Of any tables, in one call, in no order; a row that is not there is left out. Who needs to know which is
 * which finds it by its key. @param keys 100 at most in all, none twice
 */
export async function getItems(keys: Keys): Promise<Record<string, Item[]>> {
  const count = Object.values(keys).reduce((sum, each) => sum + each.length, 0);
  if (count > MAX_KEYS) throw new RangeError(`${count} keys are more than one call takes`);
  const found: Record<string, Item[]> = {};
  let left: NonNullable<BatchGetCommandInput["RequestItems"]> | undefined = Object.fromEntries(
    Object.entries(keys)
      .filter(([, each]) => each.length > 0)
      .map(([table, each]) => [table, { Keys: [...each], ConsistentRead: true }]),
  );
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

/** The longest that an index's key may be, in bytes, is 1,024; no address and no key is half as long. */
const LONGEST_PREFIX = 320;

/** Whether a key can begin with the text: DynamoDB refuses text that is too long or has a lone surrogate. */
export const isPrefix = (text: string): boolean => text.length <= LONGEST_PREFIX && text.isWellFormed();

export async function queryItems(
  input: QueryCommandInput,
): Promise<{ items: Item[]; lastKey: Item | undefined }> {
  const { Items, LastEvaluatedKey } = await guarded(documents.send(new QueryCommand(input)));
  return { items: Items ?? [], lastKey: LastEvaluatedKey };
}

/** Every row that a query finds, page by page. */
export async function* eachItem(input: QueryCommandInput): AsyncGenerator<Item> {
  let page: { ExclusiveStartKey?: Item } = {};
  do {
    const { items, lastKey } = await queryItems({ ...input, ...page });
    yield* items;
    page = lastKey ? { ExclusiveStartKey: lastKey } : {};
  } while (page.ExclusiveStartKey !== undefined);
}

/** Reads a whole table page by page: only for a migration, which must find rows that no index lists. */
export async function scanItems(
  input: ScanCommandInput,
): Promise<{ items: Item[]; lastKey: Item | undefined }> {
  const { Items, LastEvaluatedKey } = await guarded(documents.send(new ScanCommand(input)));
  return { items: Items ?? [], lastKey: LastEvaluatedKey };
}

/** @throws WriteConflict if its condition does not hold. */
export async function putItem(input: PutCommandInput): Promise<void> {
  await written(() => documents.send(new PutCommand(input)));
}

/** @throws WriteConflict if its condition does not hold. */
export async function updateItem(input: UpdateCommandInput): Promise<Item | undefined> {
  const { Attributes } = await written(() => documents.send(new UpdateCommand(input)));
  return Attributes;
}

/** Gone already is gone. */
export async function deleteItem(input: DeleteCommandInput): Promise<void> {
  await written(() => documents.send(new DeleteCommand(input)));
}

/** All of it or nothing. @throws WriteConflict if one condition does not hold. */
export async function transact(writes: Write[]): Promise<void> {
  await written(() => documents.send(new TransactWriteCommand({ TransactItems: writes })));
}

/** For a caller that can do with less. @throws Throttled at once @throws WriteConflict if one condition does not hold. */
export async function transactUnlessThrottled(writes: Write[]): Promise<void> {
  await written(() => documents.send(new TransactWriteCommand({ TransactItems: writes })), hasMet);
}

const MAX_ATTEMPTS = 10;

/**
 * Load, decide, store; and retries all three when another write was faster. The pause grows and is spread, so
 * that fifty who race for one row do not meet again each time. `isFirst` lets an attempt begin by hoping for
 * the usual case, and look closer when it was not.
 * @throws CONFLICT if it still does not succeed
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
