import { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { TABLES } from "../../infra/tables.ts";
import { frozen } from "../support/memory/copied.ts";
import { holds, type Row, updated } from "../support/memory/expressions.ts";
import { pass } from "./wire.ts";

export type Change = { table: string; before: Row | undefined; after: Row | undefined };
type Part = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
type Looked = {
  TableName?: string | undefined;
  ConditionExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
};
/** `after`: null deletes the row, undefined leaves it. */
type Planned = Change & { id: string; isHeld: boolean; next: Row | null | undefined };
type Index = { partition: string; sort: string };

const PRIMARY: Index = { partition: "pk", sort: "sk" };
const NONE: ReadonlyMap<string, Row> = new Map();

class Table {
  readonly rows = new Map<string, Row>();
  readonly #indexes: Readonly<Record<string, Index>>;
  readonly #partitions = new Map<string, Map<string, Row>>();

  constructor(indexes: Readonly<Record<string, Index>>) {
    this.#indexes = { "": PRIMARY, ...indexes };
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
      if (row === undefined || is === undefined) {
        if (was !== undefined) this.#partitions.get(was)?.delete(id);
        continue;
      }
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
}

/** The deployment's tables in memory, by the names that they have in infra/tables.ts. */
export class Database {
  #tables = new Map<string, Table>();
  #undo: (() => void)[] | undefined;
  onChange: (change: Change) => void = () => {};

  constructor() {
    this.clear();
  }

  clear(): void {
    this.#tables = new Map(
      Object.entries(TABLES).map(([name, table]) => [
        name,
        new Table("indexes" in table ? (table.indexes as Record<string, Index>) : {}),
      ]),
    );
  }

  get tables(): string[] {
    return [...this.#tables.keys()];
  }

  rows(table: string): Row[] {
    return [...this.#table(table).rows.values()];
  }

  partition(table: string, pk: string): Row[] {
    return [...this.#table(table).partition("", pk).values()];
  }

  /** A row that is there when a story begins. */
  put(table: string, row: Row): void {
    this.#table(table).set(`${row.pk}|${row.sk}`, row);
  }

  /** Everything written from now on is taken back by the function that this returns. */
  tentatively(): () => void {
    const undo: (() => void)[] = [];
    this.#undo = undo;
    return () => {
      this.#undo = undefined;
      for (const step of undo.reverse()) step();
    };
  }

  #table(name: string | undefined): Table {
    const table = this.#tables.get(String(name));
    if (!table) throw new Error(`No table is called ${name}`);
    return table;
  }

  #plan(
    given: Looked,
    key: Row | undefined,
    next: (before: Row | undefined) => Row | null | undefined,
  ): Planned {
    const id = `${key?.pk}|${key?.sk}`;
    const before = this.#table(given.TableName).rows.get(id);
    const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = given;
    const isHeld = holds(given.ConditionExpression, before, names, values);
    return {
      table: String(given.TableName),
      id,
      before,
      isHeld,
      after: undefined,
      next: isHeld ? next(before) : undefined,
    };
  }

  #planPart(part: Part): Planned {
    const { Put, Update, Delete, ConditionCheck } = part;
    if (Put) return this.#plan(Put, Put.Item, () => frozen(Put.Item ?? {}));
    if (Update) {
      const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = Update;
      return this.#plan(Update, Update.Key, (before) =>
        frozen(updated(String(Update.UpdateExpression), before ?? { ...Update.Key }, names, values)),
      );
    }
    if (Delete) return this.#plan(Delete, Delete.Key, () => null);
    if (ConditionCheck) return this.#plan(ConditionCheck, ConditionCheck.Key, () => undefined);
    throw new Error("DynamoDB knows no such part of a transaction");
  }

  #write({ table, id, before, next }: Planned): void {
    if (next === undefined || (next === null && before === undefined)) return;
    const rows = this.#table(table);
    this.#undo?.push(() => rows.set(id, before));
    rows.set(id, next ?? undefined);
    if (this.#undo === undefined && before !== next)
      this.onChange({ table, before, after: next ?? undefined });
  }

  #one(part: Part): Planned {
    const planned = this.#planPart(part);
    if (!planned.isHeld)
      throw new ConditionalCheckFailedException({ message: "The conditional request failed", $metadata: {} });
    this.#write(planned);
    return planned;
  }

  #all(parts: Part[]): void {
    const planned = parts.map((part) => this.#planPart(part));
    if (parts.length === 0 || parts.length > 100) throw new Error("A transaction has 1 to 100 parts");
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
  }

  #query(input: QueryCommandInput): { Items: Row[]; LastEvaluatedKey?: Row } {
    const { ExpressionAttributeNames: names, ExpressionAttributeValues: values, Limit = Infinity } = input;
    const table = this.#table(input.TableName);
    const index = table.index(input.IndexName);
    const [, name = "", given = "", rest] =
      /^(#?\w+) = (:\w+)(?: AND (.*))?$/s.exec(input.KeyConditionExpression ?? "") ?? [];
    const partition = name.startsWith("#") ? names?.[name] : name;
    if (partition !== index.partition)
      throw new Error(`Query condition missed key schema element: ${index.partition}`);
    const place = (row: Row) => `${row[index.sort]}\u0000${row.pk}\u0000${row.sk}`;
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
    if (!last || left.length <= Limit) return { Items };
    const keys = new Set(["pk", "sk", index.partition, index.sort]);
    return { Items, LastEvaluatedKey: Object.fromEntries([...keys].map((key) => [key, last[key]])) };
  }

  #answer(command: unknown): Promise<unknown> {
    if (command instanceof GetCommand) {
      const { TableName, Key } = command.input;
      return pass("dynamodb", "GetItem", () => ({
        Item: this.#table(TableName).rows.get(`${Key?.pk}|${Key?.sk}`),
      }));
    }
    if (command instanceof QueryCommand) return pass("dynamodb", "Query", () => this.#query(command.input));
    if (command instanceof ScanCommand) {
      const {
        TableName,
        FilterExpression,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
      } = command.input;
      return pass("dynamodb", "Scan", () => ({
        Items: this.rows(String(TableName)).filter((row) => holds(FilterExpression, row, names, values)),
      }));
    }
    if (command instanceof BatchGetCommand) {
      const asked = Object.entries(command.input.RequestItems ?? {});
      return pass("dynamodb", "BatchGetItem", () => ({
        Responses: Object.fromEntries(
          asked.map(([table, { Keys = [] }]) => [
            table,
            Keys.flatMap((key) => this.#table(table).rows.get(`${key.pk}|${key.sk}`) ?? []),
          ]),
        ),
      }));
    }
    if (command instanceof PutCommand)
      return pass("dynamodb", "PutItem", () =>
        this.#answered(this.#one({ Put: command.input as never }), "NONE"),
      );
    if (command instanceof UpdateCommand)
      return pass("dynamodb", "UpdateItem", () =>
        this.#answered(this.#one({ Update: command.input as never }), command.input.ReturnValues),
      );
    if (command instanceof DeleteCommand)
      return pass("dynamodb", "DeleteItem", () =>
        this.#answered(this.#one({ Delete: command.input as never }), command.input.ReturnValues),
      );
    if (command instanceof TransactWriteCommand)
      return pass("dynamodb", "TransactWriteItems", () => {
        this.#all(command.input.TransactItems ?? []);
        return {};
      });
    throw new Error(`The database does not know ${command?.constructor.name}`);
  }

  #answered({ before, next }: Planned, values: string | undefined): { Attributes?: Row } {
    if (values === "ALL_NEW" && next) return { Attributes: next };
    if (values === "ALL_OLD" && before) return { Attributes: before };
    return {};
  }

  /** Stands behind every document client of this process. */
  connect(): void {
    Object.assign(DynamoDBDocumentClient.prototype, { send: (command: unknown) => this.#answer(command) });
  }
}
