import { oneOf } from "./address.ts";
import { searchIn } from "./searches.ts";

/** Rows of a page. */
export const SIZE = 25;

/** What the address asks of a list that is sorted and filtered; a value that means nothing is left out. */
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
  };
}

/** What the address asks of a search; null where it searches for nothing. */
export function searchQuery<const Shelf extends string>(params: URLSearchParams, shelves: readonly Shelf[]) {
  const search = searchIn(params);
  if (search === undefined) return null;
  return {
    search,
    limit: SIZE,
    cursor: params.get("cursor") ?? undefined,
    status: oneOf(params.get("status"), shelves) ?? undefined,
  };
}
