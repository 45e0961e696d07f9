import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Row } from "./expressions.ts";
import type { Network } from "./network.ts";
import { type Change, Tables } from "./tables.ts";

export type Rows = {
  of(table: string): Row[];
  partition(table: string, pk: string): Row[];
  put(table: string, row: Row): void;
  clear(): void;
  /** Takes a snapshot. @returns a function that restores it, any number of times */
  keep(): () => void;
  /** Reports every later change of a row, as a table's stream does. */
  follow(listener: (change: Change) => void): void;
  /** How often each row of a table was written, by "pk|sk". `clear` resets the counts. */
  written(table: string): ReadonlyMap<string, number>;
};

/** Answers the document client while the test file runs, one call at a time. */
export function memoryDynamo(network: Network): Rows {
  const tables = new Tables();
  async function send(command: unknown): Promise<unknown> {
    const { operation, apply, isRemembered } = tables.asked(command);
    return network.pass({ service: "dynamodb", operation }, apply, isRemembered);
  }
  // A mock would keep each of the millions of calls with its stack.
  Object.assign(DynamoDBDocumentClient.prototype, { send });
  return {
    of: (table) => tables.rows(table),
    partition: (table, pk) => tables.partition(table, pk),
    put: (table, row) => tables.put(table, row),
    clear: () => tables.clear(),
    keep: () => tables.keep(),
    follow: (listener) => {
      tables.onChange = listener;
    },
    written: (table) => tables.written(table),
  };
}
