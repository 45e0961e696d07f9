import { type Listing, listEntries, refreshEntries } from "../../insights/tables/directory.ts";
import { loadKey, loadUser } from "../../insights/tables/entries.ts";
import type { Page } from "./migrations.ts";

/** One transaction takes 100 writes. */
const PAGE_SIZE = 25;

/** A page of one of the back office's lists, made again from the tables. */
const refreshList =
  (list: Listing["list"], load: typeof loadUser): Page =>
  async (after) => {
    const { rows, next } = await listEntries({
      list,
      order: "createdAt",
      direction: "asc",
      limit: PAGE_SIZE,
      ...(after === null ? {} : { cursor: after }),
    });
    const ids = new Map(rows.map(({ id }) => [`${list.slice(0, -1)}#${id}`, String(id)]));
    await refreshEntries([...ids.keys()], (entry) => load(ids.get(entry) ?? "", new Date()));
    return next;
  };

/**
 * Until 2026-11-26 a key's entry had its last use. Before, it did not know whether the key works,
 * and a search found the beginning of a key only: this makes each entry whole.
 */
export const lastUses: Page = refreshList("keys", loadKey);

/** Until 2026-11-25 a search found the beginning of an address only. */
export const userWords: Page = refreshList("users", loadUser);

/** Until then a subscription no longer counted once its key was switched off, suspended or refunded. */
export const subscriptionCounts: Page = refreshList("users", loadUser);
