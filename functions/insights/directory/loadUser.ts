import { findUser } from "../../accounts/table.ts";
import { listGrants } from "../../billing/table.ts";
import { type Entry, goneEntry, userEntry } from "../rules.ts";

/** What the back office lists of an account, as the tables have it now. */
export async function loadUser(userId: string, now: Date): Promise<Entry> {
  const [user, grants] = await Promise.all([findUser(userId), listGrants(userId)]);
  return user ? userEntry(user, grants, now) : goneEntry(`user#${userId}`);
}
