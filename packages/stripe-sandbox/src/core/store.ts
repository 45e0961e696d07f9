import type { Journal } from "./journal.ts";
import { copyTables, emptyTables, isTableName, TABLE_NAMES, type TableName, type Tables } from "./tables.ts";

/**
 * The sandbox's objects. A change stores a new object under the same id and does not modify the old object. So events
 * keep the old object, and `change` can compare the two.
 */
export type Store = {
  find<K extends TableName>(table: K, id: string): Tables[K] | undefined;
  put<K extends TableName>(table: K, value: Tables[K]): Tables[K];
  remove(table: TableName, id: string): void;
  /** In the order of their creation. */
  all<K extends TableName>(table: K): Tables[K][];
  count(table: TableName): number;
  clear(): void;
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** `keep` returns a function that restores the current state. */
export type MemoryStore = Store & { keep(): () => void };

export function memoryStore(): MemoryStore {
  let tables = emptyTables();
  return {
    find: (table, id) => tables[table].get(id),
    put(table, value) {
      tables[table].set(value.id, value);
      return value;
    },
    remove: (table, id) => void tables[table].delete(id),
    all: (table) => [...tables[table].values()],
    count: (table) => tables[table].size,
    clear() {
      tables = emptyTables();
    },
    flush: async () => {},
    close: async () => {},
    keep() {
      const kept = copyTables(tables);
      return () => {
        tables = kept;
      };
    },
  };
}

/** @param journal the data file; without it, the data is lost when the process ends */
export async function openStore(journal: Journal | undefined): Promise<Store> {
  const memory = memoryStore();
  if (journal === undefined) return memory;

  function* contents(): Generator<{ table: TableName; id: string; value: unknown }> {
    for (const table of TABLE_NAMES)
      for (const value of memory.all(table)) yield { table, id: value.id, value };
  }

  await journal.load((row) => {
    if (!isTableName(row.table)) return;
    if (row.value === undefined) memory.remove(row.table, row.id);
    // The data file contains only values that this store wrote, so the type is known.
    else memory.put(row.table, row.value as Tables[typeof row.table]);
  });

  function remove(table: TableName, id: string): void {
    if (memory.find(table, id) === undefined) return;
    memory.remove(table, id);
    journal?.note({ table, id, value: undefined });
  }

  return {
    ...memory,
    put(table, value) {
      journal.note({ table, id: value.id, value });
      return memory.put(table, value);
    },
    remove,
    clear() {
      for (const { table, id } of [...contents()]) remove(table, id);
    },
    flush: () => journal.flush(),
    close: () => journal.close(contents()),
  };
}
