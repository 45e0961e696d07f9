import { AppError } from "#shared/errors.ts";
import { DAY } from "#shared/instant.ts";
import type { Reservation } from "#shared/promotions/reservation.ts";
import type { Account } from "../http/index.ts";
import { findMarks, type Mark, markAll, personOf } from "../persons/index.ts";
import type { Write } from "../platform/dynamo.ts";
import { findReservation, notHolding } from "./reservationTable.ts";
import { findEntry } from "./waiting/table.ts";

/**
 * Longer than any hold: a turn on the waiting list, or a page and a day in which its card payment settles. No bank debit
 * can extend a hold for longer (docs/decisions/who-may-hold-a-unit-of-the-limited-offer.md).
 */
const HELD_FOR = 2 * DAY;
/** Longer than anyone waits for a unit. */
const WAITS_FOR = 365 * DAY;

/** A person's units of the limited offer, and the writes that limit the person to one unit in all accounts. */
type Units = {
  /** The latest reservation of each account, this account's first. */
  held: (Reservation | undefined)[];
  isHeldElsewhere: boolean;
  writes: Write[];
};

export async function unitsOf(user: Account, now: Date): Promise<Units> {
  const { userId } = user;
  const names = await personOf(user);
  const marks = await findMarks(names, "hold");
  const others = othersIn(marks, userId);
  const [own, ...held] = await Promise.all([userId, ...others].map(findReservation));
  return {
    held: [own, ...held],
    isHeldElsewhere: held.some((one) => isHeld(one, now)),
    writes: [
      ...markAll(names, "hold", marks, { userId, until: new Date(now.getTime() + HELD_FOR).toISOString() }),
      ...others.map((other) => notHolding(other, now)),
    ],
  };
}

/**
 * For a transaction in which this account joins the waiting list.
 * @throws CONFLICT while another account of the person holds a unit or waits
 */
export async function admitToLine(user: Account, now: Date): Promise<Write[]> {
  const { userId } = user;
  const names = await personOf(user);
  const [holds, waits] = await Promise.all([findMarks(names, "hold"), findMarks(names, "wait")]);
  const held = await Promise.all(othersIn(holds, userId).map(findReservation));
  if (held.some((one) => isHeld(one, now))) throw heldElsewhere();
  const entries = await Promise.all(othersIn(waits, userId).map(findEntry));
  if (entries.some((entry) => entry !== undefined && entry.state !== "over"))
    throw new AppError("CONFLICT", "You are on the waiting list with another account. Leave it there first.");
  return markAll(names, "wait", waits, { userId, until: new Date(now.getTime() + WAITS_FOR).toISOString() });
}

export const heldElsewhere = (): AppError =>
  new AppError(
    "CONFLICT",
    "A unit is already held for you in another account. Pay for it or leave that checkout, then try again.",
  );

const othersIn = (marks: readonly Mark[], userId: string): string[] =>
  [...new Set(marks.map((mark) => mark.userId))].filter((other) => other !== userId);

const isHeld = (one: Reservation | undefined, now: Date): boolean =>
  one?.state === "held" && Date.parse(one.heldUntil) > now.getTime();
