export { listDueReservations } from "./dueTable.ts";
export { isPlenty, isScarce, type Units, unpaidOf, type Wanted, waitsUntil } from "./holdingRules.ts";
export { heldElsewhere, unitsOf } from "./oneUnit.ts";
export { refuseWithoutOffer, toPromotions } from "./rules.ts";
export {
  attachSession,
  consume,
  consumeLate,
  findReservation,
  holdAnew,
  holdLonger,
  keepOffered,
  noteWanted,
  readLifetimeOffer,
  release,
  releaseHeld,
  reserve,
  takeLeftUnit,
} from "./table.ts";
export { serveLine } from "./waiting/serveLine.ts";
export { findEntry, forgetEntry } from "./waiting/table.ts";
export { takeOff } from "./waiting/takeOff.ts";
