import { getWaiting } from "#shared/promotions/customer.ts";
import { http } from "../http/index.ts";
import { noteWanted, readLifetimeOffer } from "./offerTable.ts";
import { ownPlace } from "./waiting/ownPlace.ts";

/** The checkout calls this when all units are sold or held. The caller then counts as wanting a unit. */
export const handler = http(getWaiting)(async ({ caller: { userId }, now }) => {
  const place = await ownPlace(userId, now);
  if (place.state === null && place.held_until === undefined)
    await noteWanted(await readLifetimeOffer(), now);
  return place;
});
