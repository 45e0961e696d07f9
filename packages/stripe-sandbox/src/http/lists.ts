import { noSuch } from "../core/errors.ts";

type Range =
  | number
  | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined };
export type Paging = {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: Range | undefined;
};
export type Page<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

/**
 * A page of a list, newest first. `items` are in the order of creation, also within a second, so that each item
 * appears on exactly one page.
 */
export function page<T extends { id: string; created?: number }>(
  items: readonly T[],
  asked: Paging,
  url: string,
): Page<T> {
  const newestFirst = items.filter((item) => inRange(item.created, asked.created)).reverse();
  const limit = asked.limit ?? 10;
  if (asked.ending_before !== undefined) {
    const end = placeOf(newestFirst, asked.ending_before, "ending_before");
    const before = newestFirst.slice(0, end);
    return { object: "list", data: before.slice(-limit), has_more: before.length > limit, url };
  }
  const start =
    asked.starting_after === undefined ? 0 : placeOf(newestFirst, asked.starting_after, "starting_after") + 1;
  const rest = newestFirst.slice(start);
  return { object: "list", data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

export function inner<T>(data: T[], url: string): Page<T> {
  return { object: "list", data, has_more: false, url };
}

function placeOf<T extends { id: string }>(shown: readonly T[], id: string, param: string): number {
  const place = shown.findIndex((item) => item.id === id);
  if (place < 0) throw noSuch("object", id, param);
  return place;
}

export function inRange(created: number | undefined, range: Range | undefined): boolean {
  if (range === undefined || created === undefined) return true;
  if (typeof range === "number") return created === range;
  const { gt, gte, lt, lte } = range;
  return (
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
  );
}
