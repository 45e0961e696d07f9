import type { OwnPlace } from "#shared/promotions/customer.ts";

/** Whether a unit is held for the customer now, by the server's clock. */
export const isTurn = ({ state, offered_until, now }: OwnPlace): boolean =>
  state === "offered" && offered_until !== null && Date.parse(offered_until) > Date.parse(now);
