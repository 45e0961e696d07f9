import { oneOf } from "./address.ts";
import { searchIn } from "./searches.ts";

export const SIZE = 25;

/** Reads the sort order and the filters from the address. Ignores invalid values. */
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
