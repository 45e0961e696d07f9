import { CATALOG } from "#shared/catalog/catalog.ts";
import type { OwnPlace } from "#shared/promotions/customer.ts";
import { isOfLine, type Reservation } from "#shared/promotions/reservation.ts";
import { MAX_COUNTED } from "#shared/promotions/waitingList.ts";
import { findReservation } from "../reservationTable.ts";
import { countAhead, findEntry } from "./table.ts";

/** The exact place, up to MAX_COUNTED people ahead; beyond that, a lower bound. */
export async function ownPlace(userId: string, now: Date): Promise<OwnPlace> {
  const [entry, held] = await Promise.all([findEntry(userId), heldFor(userId, now)]);
  // The entry already shows a unit held for the waiting list.
  const heldUntil = held && !isOfLine(held.id) ? held.heldUntil : undefined;
  const price = held?.price ?? CATALOG.lifetime.price;
  const ahead = entry?.state === "waiting" ? await countAhead(entry) : null;
  return {
    state: entry?.state ?? null,
    ahead,
    ahead_at_least: ahead === MAX_COUNTED,
    offered_until: entry?.offeredUntil ?? null,
    ...(heldUntil === undefined ? {} : { held_until: heldUntil }),
    ...(price === CATALOG.lifetime.price ? {} : { price_cents: price }),
    why: entry?.why ?? null,
    now: now.toISOString(),
  };
}

async function heldFor(userId: string, now: Date): Promise<Reservation | undefined> {
  const reservation = await findReservation(userId);
  return reservation?.state === "held" && reservation.heldUntil > now.toISOString() ? reservation : undefined;
}
