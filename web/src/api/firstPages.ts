import type { Page } from "./useMore.tsx";

/** Reads a list's first pages. `isWhole`: false if the list has more. */
export async function firstPages<T>(
  most: number,
  read: (cursor: string | undefined) => Promise<Page<T>>,
): Promise<{ rows: T[]; isWhole: boolean }> {
  const rows: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < most; pages += 1) {
    const page = await read(cursor);
    rows.push(...page.rows);
    if (page.next === null) return { rows, isWhole: true };
    cursor = page.next;
  }
  return { rows, isWhole: false };
}

/** Every page of a list, in order. */
export async function* pagesOf<P extends { next: string | null }>(
  read: (cursor: string | undefined) => Promise<P>,
): AsyncGenerator<P> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(cursor);
    yield page;
    cursor = page.next;
  }
}
