import type { Instant } from "#shared/instant.ts";
import type { OwnPlace } from "#shared/promotions/customer.ts";
import { isOfLine } from "#shared/promotions/reservation.ts";
import { MAX_COUNTED } from "#shared/promotions/waitingList.ts";
import { findReservation } from "../table.ts";
import { countAhead, findEntry } from "./table.ts";

/** A person's place: exact where fewer than MAX_COUNTED are ahead, and otherwise what is certain. */
export async function ownPlace(userId: string, now: Date): Promise<OwnPlace> {
  const [entry, heldUntil] = await Promise.all([findEntry(userId), heldFor(userId, now)]);
  const ahead = entry?.state === "waiting" ? await countAhead(entry) : null;
  return {
    state: entry?.state ?? null,
    ahead,
    ahead_at_least: ahead === MAX_COUNTED,
    offered_until: entry?.offeredUntil ?? null,
    ...(heldUntil === undefined ? {} : { held_until: heldUntil }),
    why: entry?.why ?? null,
    now: now.toISOString(),
  };
}

/** Until when a unit is held while they pay for it. One that the list holds is in their entry. */
async function heldFor(userId: string, now: Date): Promise<Instant | undefined> {
  const reservation = await findReservation(userId);
  if (reservation?.state !== "held" || isOfLine(reservation.id)) return undefined;
  return reservation.heldUntil > now.toISOString() ? reservation.heldUntil : undefined;
}
