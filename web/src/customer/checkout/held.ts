import type { OwnPlace } from "#shared/promotions/customer.ts";

/** Whether it is the customer's turn on the waiting list, by the server's clock. */
export const isTurn = ({ state, offered_until, now }: OwnPlace): boolean =>
  state === "offered" && offered_until !== null && Date.parse(offered_until) > Date.parse(now);

/** Until when a unit is held for the customer, by the waiting list or by a checkout; null if none is held. */
export function heldUntil(place: OwnPlace | null): string | null {
  if (place === null) return null;
  return isTurn(place) ? place.offered_until : (place.held_until ?? null);
}
