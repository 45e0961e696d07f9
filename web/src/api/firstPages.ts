import type { Page } from "./useMore.tsx";

/** The rows of a list's first pages. */
export async function firstPages<T>(
  most: number,
  read: (cursor: string | undefined) => Promise<Page<T>>,
): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < most; pages += 1) {
    const page = await read(cursor);
    rows.push(...page.rows);
    if (page.next === null) break;
    cursor = page.next;
  }
  return rows;
}

export async function* pagesOf<P extends { next: string | null }>(
  read: (cursor: string | undefined) => Promise<P>,
): AsyncGenerator<P> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(cursor);
    yield page;
    cursor = page.next;
  }
}
