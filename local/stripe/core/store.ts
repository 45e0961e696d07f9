import type { Journal } from "./journal.ts";
import { emptyTables, isTableName, type TableName, type Tables } from "./tables.ts";

/**
 * Everything the sandbox knows. Objects are never changed in place: a change puts a new object under the
 * old id, so that an event can keep what it showed, and an update can be compared with what was before.
 */
export type Store = {
  find<K extends TableName>(table: K, id: string): Tables[K] | undefined;
  put<K extends TableName>(table: K, value: Tables[K]): Tables[K];
  remove(table: TableName, id: string): void;
  /** In the order in which they were first put. */
  all<K extends TableName>(table: K): Tables[K][];
  count(table: TableName): number;
  clear(): void;
  flush(): Promise<void>;
  close(): Promise<void>;
};

export async function openStore(journal: Journal | undefined): Promise<Store> {
  const tables = emptyTables();

  function keep<K extends TableName>(table: K, value: Tables[K]): void {
    tables[table].set(value.id, value);
  }

  function* contents(): Generator<{ table: TableName; id: string; value: unknown }> {
    for (const table of Object.keys(tables)) {
      if (!isTableName(table, tables)) continue;
      for (const [id, value] of tables[table]) yield { table, id, value };
    }
  }

  await journal?.load((row) => {
    if (!isTableName(row.table, tables)) return;
    if (row.value === undefined) tables[row.table].delete(row.id);
    // The one place where a stored line becomes an object again: only put() below ever wrote it.
    else keep(row.table, row.value as Tables[typeof row.table]);
  });

  return {
    find: (table, id) => tables[table].get(id),
    put(table, value) {
      keep(table, value);
      journal?.note({ table, id: value.id, value });
      return value;
    },
    remove(table, id) {
      if (tables[table].delete(id)) journal?.note({ table, id, value: undefined });
    },
    all: (table) => [...tables[table].values()],
    count: (table) => tables[table].size,
    clear() {
      for (const row of [...contents()]) {
        tables[row.table].delete(row.id);
        journal?.note({ table: row.table, id: row.id, value: undefined });
      }
    },
    flush: async () => journal?.flush(),
    close: async () => journal?.close(contents()),
  };
}
