import type { OwnPlace } from "#shared/promotions/customer.ts";

/** Whether it is the customer's turn on the waiting list, by the server's clock. */
export const isTurn = ({ state, offered_until, now }: OwnPlace): boolean =>
  state === "offered" && offered_until !== null && Date.parse(offered_until) > Date.parse(now);

/** When the hold on the customer's unit ends, in a turn on the waiting list or in a checkout; null without a hold. */
export function heldUntil(place: OwnPlace | null): string | null {
  if (place === null) return null;
  return isTurn(place) ? place.offered_until : (place.held_until ?? null);
}
