import { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { type Index, TABLES, type TableDefinition } from "../../../infra/tables.ts";
import { frozen } from "./copied.ts";
import { holds, type Row, updated } from "./expressions.ts";

export type Change = { table: string; before: Row | undefined; after: Row | undefined };
/** A call to DynamoDB, and its effect when it arrives. */
export type Asked = {
  operation: string;
  apply: () => object;
  /** DynamoDB recognizes a retry by the token that the SDK sends. */
  isRemembered: boolean;
};

type Part = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
type Looked = {
  TableName?: string | undefined;
  ConditionExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
};
/** A planned write. If `next` is null, the row is deleted. If it is undefined, the row stays as it is. */
type Planned = {
  table: string;
  id: string;
  before: Row | undefined;
  next: Row | null | undefined;
  isHeld: boolean;
};

const PRIMARY: Index = { partition: "pk", sort: "sk" };
const NONE: ReadonlyMap<string, Row> = new Map();
/** In bytes. */
const LONGEST_SORT_KEY = 1024;

const idOf = (key: Row | undefined): string => `${key?.pk}|${key?.sk}`;

/** A table with its rows by key and by the partitions of each index. Rows are never changed in place. */
class Table {
  readonly rows = new Map<string, Row>();
  readonly #indexes: Readonly<Record<string, Index>>;
  readonly #partitions = new Map<string, Map<string, Row>>();

  constructor(indexes: Readonly<Record<string, Index>>) {
    this.#indexes = indexes;
  }

  index(name = ""): Index {
    const index = this.#indexes[name];
    if (!index) throw new Error(`No index is called ${name}`);
    return index;
  }

  set(id: string, row: Row | undefined): void {
    const before = this.rows.get(id);
    for (const [name, { partition, sort }] of Object.entries(this.#indexes)) {
      const keyOf = (of: Row | undefined) =>
        of?.[partition] === undefined || of[sort] === undefined ? undefined : `${name} ${of[partition]}`;
      const was = keyOf(before);
      const is = keyOf(row);
      if (was !== undefined && was !== is) this.#partitions.get(was)?.delete(id);
      if (row === undefined || is === undefined) continue;
      const group = this.#partitions.get(is);
      if (group) group.set(id, row);
      else this.#partitions.set(is, new Map([[id, row]]));
    }
    if (row === undefined) this.rows.delete(id);
    else this.rows.set(id, row);
  }

  partition(index: string | undefined, value: unknown): ReadonlyMap<string, Row> {
    return this.#partitions.get(`${index ?? ""} ${value}`) ?? NONE;
  }

  copy(): Table {
    const copy = new Table(this.#indexes);
    for (const [id, row] of this.rows) copy.rows.set(id, row);
    for (const [key, group] of this.#partitions) copy.#partitions.set(key, new Map(group));
    return copy;
  }
}

/**
 * The deployment's tables in memory, with the behavior of DynamoDB that the product uses. No other test code imitates
 * DynamoDB. Tables have the names of infra/tables.ts, and the case of letters does not matter.
 */
export class Tables {
  #tables = new Map<string, Table>();
  readonly #written = new Map<string, Map<string, number>>();
  #undo: (() => void)[] | undefined;
  /** Called for every change of a row by a call, like the table's stream. */
  onChange: (change: Change) => void = () => {};

  constructor() {
    this.clear();
  }

  clear(): void {
    this.#written.clear();
    this.#tables = new Map(
      Object.entries<TableDefinition>(TABLES).map(([name, { indexes = {} }]) => [
        name.toLowerCase(),
        new Table({ "": PRIMARY, ...indexes }),
      ]),
    );
  }

  rows(table: string): Row[] {
    return [...this.#table(table).rows.values()];
  }

  partition(table: string, pk: string): Row[] {
    return [...this.#table(table).partition("", pk).values()];
  }

  /** Writes a row that exists when a story begins. */
  put(table: string, row: Row): void {
    this.#table(table).set(idOf(row), frozen(row));
  }

  /** How often calls wrote each row of a table, by "pk|sk", since the counts were last cleared. */
  written(table: string): ReadonlyMap<string, number> {
    return this.#written.get(table) ?? new Map();
  }

  /** Takes a snapshot. @returns a function that restores it, any number of times */
  keep(): () => void {
    const kept = [...this.#tables].map(([name, table]) => [name, table.copy()] as const);
    return () => {
      this.#written.clear();
      this.#tables = new Map(kept.map(([name, table]) => [name, table.copy()]));
    };
  }

  /** Writes from now on reach no stream. @returns a function that undoes these writes */
  tentatively(): () => void {
    const undo: (() => void)[] = [];
    this.#undo = undo;
    return () => {
      this.#undo = undefined;
      for (const step of undo.reverse()) step();
    };
  }

  /** @throws for a command that the product does not use */
  asked(command: unknown): Asked {
    const ask = (operation: string, apply: () => object, isRemembered = false) => ({
      operation,
      apply,
      isRemembered,
    });
    if (command instanceof GetCommand) {
      const { TableName, Key } = command.input;
      return ask("GetItem", () => ({ Item: this.#table(TableName).rows.get(idOf(Key)) }));
    }
    if (command instanceof QueryCommand) return ask("Query", () => this.#query(command.input));
    if (command instanceof ScanCommand) {
      const { input } = command;
      const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input;
      const { Segment = 0, TotalSegments = 1 } = input;
      return ask("Scan", () => ({
        Items: this.rows(String(input.TableName)).filter(
          (row, index) =>
            index % TotalSegments === Segment && holds(input.FilterExpression, row, names, values),
        ),
      }));
    }
    if (command instanceof BatchGetCommand) {
      const asked = Object.entries(command.input.RequestItems ?? {});
      const found = ([table, { Keys = [] }]: (typeof asked)[number]) => [
        table,
        Keys.flatMap((key) => this.#table(table).rows.get(idOf(key)) ?? []),
      ];
      return ask("BatchGetItem", () => ({ Responses: Object.fromEntries(asked.map(found)) }));
    }
    if (command instanceof PutCommand)
      return ask("PutItem", () => answered(this.#one({ Put: command.input as never }), "NONE"));
    if (command instanceof UpdateCommand)
      return ask("UpdateItem", () =>
        answered(this.#one({ Update: command.input as never }), command.input.ReturnValues),
      );
    if (command instanceof DeleteCommand)
      return ask("DeleteItem", () =>
        answered(this.#one({ Delete: command.input as never }), command.input.ReturnValues),
      );
    if (command instanceof TransactWriteCommand)
      return ask("TransactWriteItems", () => this.#all(command.input.TransactItems ?? []), true);
    throw new Error(`The tables in memory do not know ${command?.constructor.name}`);
  }

  #table(name: string | undefined): Table {
    const table = this.#tables.get(String(name).toLowerCase());
    if (!table) throw new Error(`No table is called ${name}`);
    return table;
  }

  #plan(
    given: Looked,
    key: Row | undefined,
    next: (before: Row | undefined) => Row | null | undefined,
  ): Planned {
    const id = idOf(key);
    const before = this.#table(given.TableName).rows.get(id);
    const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = given;
    const isHeld = holds(given.ConditionExpression, before, names, values);
    return { table: String(given.TableName), id, before, isHeld, next: isHeld ? next(before) : undefined };
  }

  #planPart({ Put, Update, Delete, ConditionCheck }: Part): Planned {
    if (Put) return this.#plan(Put, Put.Item, () => frozen(Put.Item ?? {}));
    if (Update) {
      const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = Update;
      return this.#plan(Update, Update.Key, (before) =>
        frozen(updated(String(Update.UpdateExpression), before ?? { ...Update.Key }, names, values)),
      );
    }
    if (Delete) return this.#plan(Delete, Delete.Key, () => null);
    if (ConditionCheck) return this.#plan(ConditionCheck, ConditionCheck.Key, () => undefined);
    throw new Error("A part of a transaction must be Put, Update, Delete or ConditionCheck");
  }

  #write({ table, id, before, next }: Planned): void {
    if (next === undefined || (next === null && before === undefined)) return;
    const after = next ?? undefined;
    const rows = this.#table(table);
    this.#undo?.push(() => rows.set(id, before));
    rows.set(id, after);
    const written = this.#written.get(table) ?? new Map<string, number>();
    this.#written.set(table, written.set(id, (written.get(id) ?? 0) + 1));
    if (this.#undo === undefined && before !== after) this.onChange({ table, before, after });
  }

  #one(part: Part): Planned {
    const planned = this.#planPart(part);
    if (!planned.isHeld)
      throw new ConditionalCheckFailedException({ message: "The conditional request failed", $metadata: {} });
    this.#write(planned);
    return planned;
  }

  #all(parts: Part[]): object {
    if (parts.length === 0 || parts.length > 100) throw new Error("A transaction has 1 to 100 parts");
    const planned = parts.map((part) => this.#planPart(part));
    if (new Set(planned.map(({ table, id }) => `${table} ${id}`)).size < planned.length)
      throw new Error("Transaction request cannot include multiple operations on one item");
    if (planned.some(({ isHeld }) => !isHeld))
      throw new TransactionCanceledException({
        message: "Transaction cancelled",
        CancellationReasons: planned.map(({ isHeld }) => ({
          Code: isHeld ? "None" : "ConditionalCheckFailed",
        })),
        $metadata: {},
      });
    for (const each of planned) this.#write(each);
    return {};
  }

  /** A page of a query, in the index's order. */
  #query(input: QueryCommandInput): { Items: Row[]; LastEvaluatedKey?: Row } {
    const { ExpressionAttributeNames: names, ExpressionAttributeValues: values, Limit = Infinity } = input;
    if (Object.values(values ?? {}).some((given) => Buffer.byteLength(String(given)) > LONGEST_SORT_KEY))
      throw new Error(
        "One or more parameter values were invalid: the size of a range key exceeds 1024 bytes",
      );
    const table = this.#table(input.TableName);
    const index = table.index(input.IndexName);
    const [, name = "", given = "", rest] =
      /^(#?\w+) = (:\w+)(?: AND (.*))?$/s.exec(input.KeyConditionExpression ?? "") ?? [];
    const partition = name.startsWith("#") ? names?.[name] : name;
    if (partition !== index.partition)
      throw new Error(`Query condition missed key schema element: ${index.partition}`);
    // If one key is the beginning of another, the shorter key comes first.
    const place = (row: Row) => `${row[index.sort]}\0${row.pk}\0${row.sk}`;
    const isAscending = input.ScanIndexForward !== false;
    const isAfter = (one: string, other: string) => (isAscending ? one > other : one < other);
    const start = input.ExclusiveStartKey && place(input.ExclusiveStartKey);
    const left = [...table.partition(input.IndexName, values?.[given]).values()]
      .filter((row) => holds(rest, row, names, values))
      .map((row) => ({ row, at: place(row) }))
      .filter(({ at }) => start === undefined || isAfter(at, start))
      .sort((a, b) => (a.at === b.at ? 0 : isAfter(a.at, b.at) ? 1 : -1))
      .map(({ row }) => row);
    const page = left.slice(0, Limit);
    const last = page.at(-1);
    const Items = page.filter((row) => holds(input.FilterExpression, row, names, values));
    // DynamoDB stops at the limit without checking whether more rows follow.
    if (!last || page.length < Limit) return { Items };
    const keys = new Set(["pk", "sk", index.partition, index.sort]);
    return { Items, LastEvaluatedKey: Object.fromEntries([...keys].map((key) => [key, last[key]])) };
  }
}

function answered({ before, next }: Planned, values: string | undefined): { Attributes?: Row } {
  if (values === "ALL_NEW" && next) return { Attributes: next };
  if (values === "ALL_OLD" && before) return { Attributes: before };
  return {};
}
