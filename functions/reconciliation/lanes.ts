import type { Lane, Span } from "../payments/index.ts";

/** Concurrent pages. At 0.6 s per response, this many use up the rate that stripePace.ts allows for one endpoint. */
export const AT_ONCE = 10;

export type Listed = { data: readonly { id?: string; created?: number }[]; has_more: boolean };

export const laneOf = (span: Span): Lane => ({ ...span, after: null });

export const pageOf = ({ gte, lte, after }: Lane) => ({
  created: { gte, lte },
  limit: 100,
  ...(after === null ? {} : { starting_after: after }),
});

/** The rest of a lane after a page. While there are few lanes, the older half of the rest becomes another lane. */
export function restOf(lane: Lane, { data, has_more }: Listed, isToSplit: boolean): Lane[] {
  const last = data.at(-1);
  if (!has_more || last?.id === undefined) return [];
  const rest = { ...lane, after: last.id };
  const newest = last.created ?? lane.lte;
  const middle = Math.floor((lane.gte + newest) / 2);
  if (!isToSplit || middle <= lane.gte || middle >= newest) return [rest];
  return [
    { ...rest, gte: middle + 1 },
    { ...lane, after: null, lte: middle },
  ];
}
