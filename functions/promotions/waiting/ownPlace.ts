import type { OwnPlace } from "#shared/promotions/customer.ts";
import { MAX_COUNTED } from "#shared/promotions/waitingList.ts";
import { countAhead, findEntry } from "../tables/line.ts";

/** A person's place: exact where fewer than MAX_COUNTED are ahead, and otherwise what is certain. */
export async function ownPlace(userId: string, now: Date): Promise<OwnPlace> {
  const entry = await findEntry(userId);
  const ahead = entry?.state === "waiting" ? await countAhead(entry) : null;
  return {
    state: entry?.state ?? null,
    ahead,
    ahead_at_least: ahead === MAX_COUNTED,
    offered_until: entry?.offeredUntil ?? null,
    why: entry?.why ?? null,
    now: now.toISOString(),
  };
}
