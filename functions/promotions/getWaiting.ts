import { getWaiting } from "#shared/promotions/customer.ts";
import { http } from "../http/index.ts";
import { noteWanted, readLifetimeOffer } from "./table.ts";
import { ownPlace } from "./waiting/ownPlace.ts";

/** The checkout asks for it where all units are sold or held: who comes in vain wants one. */
export const handler = http(getWaiting)(async ({ caller: { userId }, now }) => {
  const place = await ownPlace(userId, now);
  if (place.state === null && place.held_until === undefined)
    await noteWanted(await readLifetimeOffer(), now);
  return place;
});
