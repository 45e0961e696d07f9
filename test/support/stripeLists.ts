import { DAY, SECOND } from "#shared/instant.ts";

export type Listing = {
  limit?: number;
  starting_after?: string;
  types?: readonly string[];
  created?: { gte?: number; lte?: number };
};
/** Objects that were created evenly over the last days, newest first. Their ids end with their index. */
export type Objects = { count: number; days: number; make: (index: number) => { id: string } };

/**
 * Stripe's lists with their pages and times, for more objects than memory could keep.
 * @param ask waits until Stripe has answered
 * @param shown how many objects of each page to make, counted from its end
 */
export function stripeLists(now: Date, ask: (operation: string) => Promise<void>, shown = Infinity) {
  const seconds = now.getTime() / SECOND;
  return (operation: string, objectsFor: (params: Listing) => Objects) => async (params: Listing) => {
    await ask(operation);
    const { count, days, make } = objectsFor(params);
    const apart = (days * DAY) / SECOND / count;
    const createdAt = (index: number) => Math.floor(seconds - index * apart);
    const { gte = 0, lte = seconds } = params.created ?? {};
    const first =
      params.starting_after === undefined
        ? Math.max(0, Math.ceil((seconds - lte) / apart))
        : Number(params.starting_after.split("_").at(-1)) + 1;
    const end = Math.min(count, Math.floor((seconds - gte) / apart) + 1, first + (params.limit ?? 10));
    const from = Math.max(first, end - shown);
    const data = Array.from({ length: Math.max(0, end - from) }, (_, at) => ({
      ...make(from + at),
      created: createdAt(from + at),
    }));
    return { data, has_more: end < count && createdAt(end) >= gte };
  };
}
