import type { Store } from "../../local/stripe/core/store.ts";
import { emptyTables, isTableName, type TableName, type Tables } from "../../local/stripe/core/tables.ts";

/** The sandbox's state in memory, of which a copy can be put back. */
export type RestorableStore = Store & { keep(): () => void };

export function restorableStore(): RestorableStore {
  let tables = emptyTables();
  const find = <K extends TableName>(table: K, id: string): Tables[K] | undefined => tables[table].get(id);
  return {
    find,
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
      const kept = emptyTables();
      for (const table of Object.keys(tables)) if (isTableName(table, tables)) copy(kept, tables, table);
      return () => {
        tables = kept;
      };
    },
  };
}

type AllTables = ReturnType<typeof emptyTables>;
/** Objects are never changed in place, so that the copy shares them. */
function copy<K extends TableName>(to: AllTables, from: AllTables, table: K): void {
  for (const [id, value] of from[table]) to[table].set(id, value);
}
