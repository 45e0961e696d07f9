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
      const was = `${name}=${before?.[name]}`;
      const is = `${name}=${row[name]}`;
      if (was !== is) this.#found.get(was)?.delete(id);
      if (row[name] === undefined) continue;
      const group = this.#found.get(is) ?? new Map<string, Row>();
      this.#found.set(is, group.set(id, row));
    }
    this.rows.set(id, row);
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
