import { type Entry, type Listing, listEntries, refreshEntries } from "../../directory/index.ts";
import { loadAlert, loadKey, loadUser } from "../../insights/index.ts";
import type { Item } from "../../platform/dynamo.ts";
import type { Page } from "./migrations.ts";

/** One transaction has 100 writes. */
const PAGE_SIZE = 25;

/** Rebuilds a page of one of the back office's lists from the tables. */
const refreshList =
  (list: Listing["list"], load: (row: Item, now: Date) => Promise<Entry>): Page =>
  async (after) => {
    const { rows, next } = await listEntries({
      list,
      order: "createdAt",
      direction: "asc",
      limit: PAGE_SIZE,
      ...(after === null ? {} : { cursor: after }),
    });
    const listed = new Map(rows.map((row) => [`${list.slice(0, -1)}#${row.id}`, row]));
    await refreshEntries([...listed.keys()], (entry) => load(listed.get(entry) ?? {}, new Date()));
    return next;
  };

const userIn = ({ id }: Item, now: Date): Promise<Entry> => loadUser(String(id), now);
const keyIn = ({ id }: Item, now: Date): Promise<Entry> => loadKey(String(id), now);
const alertIn = ({ user_id, id }: Item): Promise<Entry> => loadAlert(String(user_id), String(id));

/** Until 2026-11-27 entries had no search words, outdated addresses and no state of the key. */
export const users: Page = refreshList("users", userIn);
export const keys: Page = refreshList("keys", keyIn);
export const alerts: Page = refreshList("alerts", alertIn);
