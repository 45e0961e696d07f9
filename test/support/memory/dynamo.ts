import { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { frozen } from "./copied.ts";
import { holds, type Row, updated } from "./expressions.ts";
import type { Network } from "./network.ts";
import { queried } from "./query.ts";
import { TableRows } from "./tableRows.ts";

export type Rows = {
  /** All rows of a table, by key, as written. */
  of(table: string): Row[];
  /** Those of one partition. */
  partition(table: string, pk: string): Row[];
  put(table: string, row: Row): void;
  clear(): void;
  /** Takes a snapshot. @returns a function that restores it, any number of times */
  keep(): () => void;
  /** Reports every later change of a row, as the table's stream does. */
  follow(
    listener: (change: { table: string; before: Row | undefined; after: Row | undefined }) => void,
  ): void;
  /** How often each row of a table was written, by "pk|sk"; reset by `clear`. */
  written(table: string): ReadonlyMap<string, number>;
};

type Part = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
/** `after`: null deletes the row, undefined keeps it. */
type Planned = { table: string; id: string; after: Row | null | undefined; isHeld: boolean };

/** Answers the document client while the test file runs, from one map per table and one call at a time. */
export function memoryDynamo(network: Network): Rows {
  const tables = new Map<string, TableRows>();
  const tableOf = (name: string | undefined) => {
    const rows = tables.get(String(name)) ?? new TableRows();
    tables.set(String(name), rows);
    return rows;
  };
  const rowsOf = (name: string | undefined) => tableOf(name).rows;
  const idOf = (key: Row | undefined) => `${key?.pk}|${key?.sk}`;
  const pass = <T>(operation: string, apply: () => T, isRemembered = false) =>
    network.pass({ service: "dynamodb", operation }, apply, isRemembered);

  function planPut(input: PutCommandInput): Planned {
    const id = idOf(input.Item);
    const {
      ConditionExpression: condition,
      ExpressionAttributeNames: n,
      ExpressionAttributeValues: v,
    } = input;
    const isHeld = holds(condition, rowsOf(input.TableName).get(id), n, v);
    return { table: String(input.TableName), id, after: frozen(input.Item), isHeld };
  }
  function planUpdate(input: Omit<UpdateCommandInput, "ReturnValues">): Planned {
    const id = idOf(input.Key);
    const row = rowsOf(input.TableName).get(id);
    const {
      ConditionExpression: condition,
      ExpressionAttributeNames: n,
      ExpressionAttributeValues: v,
    } = input;
    const isHeld = holds(condition, row, n, v);
    const after = isHeld
      ? frozen(updated(String(input.UpdateExpression), row ?? { ...input.Key }, n, v))
      : undefined;
    return { table: String(input.TableName), id, after, isHeld };
  }
  function plan(part: Part): Planned {
    if (part.Put) return planPut(part.Put);
    if (part.Update) return planUpdate(part.Update);
    const looked = part.Delete ?? part.ConditionCheck;
    if (!looked) throw new Error("The database in memory does not support this part of a transaction");
    const {
      TableName,
      Key,
      ConditionExpression,
      ExpressionAttributeNames: n,
      ExpressionAttributeValues: v,
    } = looked;
    const isHeld = holds(ConditionExpression, rowsOf(TableName).get(idOf(Key)), n, v);
    return { table: String(TableName), id: idOf(Key), after: part.Delete ? null : undefined, isHeld };
  }
  const counts = new Map<string, Map<string, number>>();
  let listener: Parameters<Rows["follow"]>[0] | undefined;
  const write = ({ table, id, after }: Planned) => {
    if (after === undefined) return;
    listener?.({ table, before: tableOf(table).rows.get(id), after: after ?? undefined });
    if (after === null) return void tableOf(table).delete(id);
    tableOf(table).set(id, after);
    const written = counts.get(table) ?? new Map<string, number>();
    written.set(id, (written.get(id) ?? 0) + 1);
    counts.set(table, written);
  };
  function one(planned: Planned): void {
    if (!planned.isHeld)
      throw new ConditionalCheckFailedException({ message: "The condition does not hold", $metadata: {} });
    write(planned);
  }
  function all(parts: Part[]): void {
    if (parts.length === 0 || parts.length > 100) throw new Error("A transaction has 1 to 100 parts");
    const planned = parts.map(plan);
    if (new Set(planned.map(({ table, id }) => `${table} ${id}`)).size < planned.length)
      throw new Error("A transaction may touch an item only once");
    if (planned.some(({ isHeld }) => !isHeld))
      throw new TransactionCanceledException({
        message: "A condition does not hold",
        CancellationReasons: planned.map(({ isHeld }) => ({
          Code: isHeld ? "None" : "ConditionalCheckFailed",
        })),
        $metadata: {},
      });
    for (const each of planned) write(each);
  }
  async function send(command: unknown): Promise<unknown> {
    if (command instanceof GetCommand) {
      const { TableName, Key } = command.input;
      return pass("GetItem", () => ({ Item: rowsOf(TableName).get(idOf(Key)) }));
    }
    if (command instanceof QueryCommand) {
      const { input } = command;
      return pass("Query", () => queried(input, tableOf(input.TableName)));
    }
    if (command instanceof BatchGetCommand) {
      const asked = Object.entries(command.input.RequestItems ?? {});
      const found = ([table, { Keys = [] }]: (typeof asked)[number]) => [
        table,
        Keys.flatMap((key) => rowsOf(table).get(idOf(key)) ?? []),
      ];
      return pass("BatchGetItem", () => ({ Responses: Object.fromEntries(asked.map(found)) }));
    }
    if (command instanceof PutCommand) return pass("PutItem", () => one(planPut(command.input)) ?? {});
    if (command instanceof UpdateCommand)
      return pass("UpdateItem", () => {
        const planned = planUpdate(command.input);
        one(planned);
        return command.input.ReturnValues === "ALL_NEW" ? { Attributes: planned.after } : {};
      });
    if (command instanceof DeleteCommand)
      return pass("DeleteItem", () => one(plan({ Delete: command.input })) ?? {});
    // DynamoDB recognizes a retry by the token that the SDK sends.
    if (command instanceof TransactWriteCommand)
      return pass("TransactWriteItems", () => all(command.input.TransactItems ?? []) ?? {}, true);
    throw new Error("The database in memory does not support this command");
  }
  // Not a mock: it would keep each of millions of calls with its stack.
  Object.assign(DynamoDBDocumentClient.prototype, { send });
  return {
    of: (table) => [...rowsOf(table).values()],
    partition: (table, pk) => [...tableOf(table).where("pk", pk).values()],
    put: (table, row) => void tableOf(table).set(idOf(row), frozen(row)),
    clear: () => {
      tables.clear();
      counts.clear();
    },
    keep: () => {
      const kept = [...tables].map(([name, rows]) => [name, rows.copy()] as const);
      return () => {
        tables.clear();
        counts.clear();
        for (const [name, rows] of kept) tables.set(name, rows.copy());
      };
    },
    follow: (to) => {
      listener = to;
    },
    written: (table) => counts.get(table) ?? new Map(),
  };
}
