import type { Row } from "./expressions.ts";

/** By what a query or an index finds rows. */
export const HASHES = ["pk", "queue", "list"];
const NONE: ReadonlyMap<string, Row> = new Map();

/** One table: its rows by key, and by what they are looked for. */
export class TableRows {
  readonly rows = new Map<string, Row>();
  readonly #found = new Map<string, Map<string, Row>>();

  set(id: string, row: Row): void {
    const before = this.rows.get(id);
    for (const name of HASHES) {
      const was = before?.[name];
      const is = row[name];
      if (was !== is && was !== undefined) this.#found.get(`${name}=${was}`)?.delete(id);
      if (is === undefined) continue;
      const key = `${name}=${is}`;
      const group = this.#found.get(key);
      if (group) group.set(id, row);
      else this.#found.set(key, new Map([[id, row]]));
    }
    this.rows.set(id, row);
  }

  /** Rows are never changed in place, so that the copy shares them. */
  copy(): TableRows {
    const copy = new TableRows();
    for (const [id, row] of this.rows) copy.rows.set(id, row);
    for (const [key, group] of this.#found) copy.#found.set(key, new Map(group));
    return copy;
  }

  delete(id: string): void {
    const before = this.rows.get(id);
    for (const name of HASHES) this.#found.get(`${name}=${before?.[name]}`)?.delete(id);
    this.rows.delete(id);
  }

  /** Of any other name than those, all there are. */
  where(name: string, value: unknown): ReadonlyMap<string, Row> {
    return HASHES.includes(name) ? (this.#found.get(`${name}=${value}`) ?? NONE) : this.rows;
  }
}
