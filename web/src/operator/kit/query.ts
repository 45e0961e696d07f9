import { oneOf } from "./address.ts";

/** Rows of a page. */
export const SIZE = 25;

/** What the address asks of a list that is sorted, filtered and searched; a value that means nothing is left out. */
export function listQuery<const Sort extends string, const Shelf extends string>(
  params: URLSearchParams,
  sorts: readonly Sort[],
  shelves: readonly Shelf[],
) {
  return {
    limit: SIZE,
    cursor: params.get("cursor") ?? undefined,
    sort: oneOf(params.get("sort"), sorts) ?? undefined,
    direction: oneOf(params.get("order"), ["asc"]) ?? undefined,
    status: oneOf(params.get("status"), shelves) ?? undefined,
    search: params.get("search") ?? undefined,
  };
}
