export { isPlenty, isScarce, type Units, unpaidOf, type Wanted, waitsUntil } from "./holdingRules.ts";
export { noteWanted, readLifetimeOffer } from "./offerTable.ts";
export { heldElsewhere, unitsOf } from "./oneUnit.ts";
export {
  attachSession,
  consume,
  consumeLate,
  findReservation,
  holdAnew,
  holdLonger,
  keepOffered,
  listDueReservations,
  release,
  releaseHeld,
  reserve,
  takeLeftUnit,
} from "./reservationTable.ts";
export { refuseWithoutOffer, toPromotions } from "./rules.ts";
export { serveLine } from "./waiting/serveLine.ts";
export { findEntry, forgetEntry } from "./waiting/table.ts";
export { takeOff } from "./waiting/takeOff.ts";
