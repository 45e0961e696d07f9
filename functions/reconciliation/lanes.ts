import type { Lane, Span } from "../payments/index.ts";

/** So many pages are asked for at once: with 0.6 s for an answer, as many as Stripe's rate allows. */
export const AT_ONCE = 10;

/** A page of Stripe's list: its last object says where the next one begins. */
export type Listed = { data: readonly { id?: string; created?: number }[]; has_more: boolean };

export const laneOf = (span: Span): Lane => ({ ...span, after: null });

/** How Stripe is asked for the next page of a lane. */
export const pageOf = ({ gte, lte, after }: Lane) => ({
  created: { gte, lte },
  limit: 100,
  ...(after === null ? {} : { starting_after: after }),
});

/** What is left of a lane after a page. While there are few lanes, its older half becomes a separate one. */
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
