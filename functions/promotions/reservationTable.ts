import type { Instant } from "#shared/instant.ts";
import { isOfLine, OF_LINE, type RESERVATION_NEXT, Reservation } from "#shared/promotions/reservation.ts";
import type { ENTRY_NEXT, EntryEnd } from "#shared/promotions/waitingList.ts";
import {
  getItem,
  type Item,
  queryItems,
  transact,
  updateItem,
  type Write,
  WriteConflict,
} from "../platform/dynamo.ts";
import { newId } from "../platform/random.ts";
import { changeOffer, type Guard, running, TABLE, updateIn } from "./offerTable.ts";

/**
 * In Promotions: one row per customer who reserved a unit, `pk` "reservation#<user>", `sk` "lifetime". The index
 * `byDue` lists held units in order of expiry.
 */
const reservationKey = (userId: string) => ({ pk: `reservation#${userId}`, sk: "lifetime" });
export const waitingKey = (userId: string) => ({ pk: `waiting#${userId}`, sk: "lifetime" });
const HELD = "held";
const STILL_HELD = "id = :id AND #state = :held";
/** A separate queue in the index for units held for the waiting list. */
const OFFERED = "offered";
/** Changed entries of the waiting list that may need a mail. */
export const TELL = "tell";
const queueOf = ({ id }: Reservation) => (isOfLine(id) ? OFFERED : HELD);

export async function findReservation(userId: string): Promise<Reservation | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: reservationKey(userId) });
  return item && Reservation.parse(item);
}

/** For a transaction: fails while `userId`, another account of the same person, holds a unit. */
export const notHolding = (userId: string, now: Date): Write => ({
  ConditionCheck: {
    TableName: TABLE(),
    Key: reservationKey(userId),
    ConditionExpression: "attribute_not_exists(pk) OR #state <> :held OR heldUntil <= :now",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":held": HELD, ":now": now.toISOString() },
  },
});

/** For a transaction: reserves a unit if the offer is on and has more units left than people in line. */
export function reserve(reservation: Reservation, now: Date): Write[] {
  const { condition, values } = running(now);
  return [
    changeOffer("reserved = reserved + :one, #left = #left - :one", {
      condition: `${condition} AND #left > :zero AND (attribute_not_exists(waiting) OR #left > waiting)`,
      values: { ...values, ":zero": 0 },
    }),
    putReservation(reservation),
  ];
}

const putIf = (condition: string, reservation: Reservation, values: Item = {}): Write => ({
  Put: {
    TableName: TABLE(),
    Item: { ...reservationKey(reservation.userId), ...reservation, queue: queueOf(reservation) },
    ConditionExpression: condition,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":held": HELD, ...values },
  },
});

export const putReservation = (reservation: Reservation): Write =>
  putIf("attribute_not_exists(pk) OR #state <> :held", reservation);

/** For a transaction: keeps the customer's unit for another page. */
export const holdAnew = (heldId: string, next: Reservation): Write =>
  putIf(STILL_HELD, next, { ":id": heldId });

/** For a transaction: ends the page, but keeps the unit held for the person on the waiting list. */
export const keepOffered = ({ id, userId, offeredUntil }: Reservation, nextId: string): Write =>
  updateIn(reservationKey(userId), "SET id = :next, sessionId = :none, heldUntil = :until", STILL_HELD, {
    ":id": id,
    ":next": nextId,
    ":held": HELD,
    ":none": null,
    ":until": offeredUntil,
  });

/** @throws WriteConflict if the reservation is no longer held */
export async function attachSession(reservation: Reservation, sessionId: string): Promise<void> {
  await updateHeld(reservation, "SET sessionId = :session", { ":session": sessionId });
}

export async function holdLonger(reservation: Reservation, until: Instant): Promise<void> {
  try {
    await updateHeld(reservation, "SET heldUntil = :until", { ":until": until });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

const updateHeld = ({ userId, id }: Reservation, change: string, values: Item) =>
  updateItem(
    updateIn(reservationKey(userId), change, STILL_HELD, { ":id": id, ":held": HELD, ...values }).Update,
  );

export type Claim = { userId: string; reservationId: string };

/**
 * For a transaction: returns the unit to the offer.
 * @param over the page that can no longer be paid; null if none is known. The write fails if another window has opened
 * another page for the unit, because the customer may pay there.
 * @param why the reason for ending a waiting person's entry
 * @param endedAt null if the hold expired
 */
export function release(
  claim: Claim,
  over: string | null,
  endedAt: Instant | null = null,
  why: EntryEnd = "ranOut",
): Write[] {
  const guard = { condition: "sessionId IN (:none, :over)", values: { ":none": null, ":over": over } };
  return [
    moveReservation(claim, "held", "released", guard, endedAt),
    ...endHold(claim, "#left = #left + :one", why),
  ];
}

function endHold({ userId, reservationId }: Claim, change: string, why: EntryEnd): Write[] {
  const less = `reserved = reserved - :one, ${change}`;
  return isOfLine(reservationId)
    ? [changeOffer(`${less}, offered = offered - :one`), endEntry(userId, "offered", why)]
    : [changeOffer(less)];
}

export const endEntry = (
  userId: string,
  from: Exclude<keyof typeof ENTRY_NEXT, "over">,
  why: EntryEnd,
): Write =>
  updateIn(waitingKey(userId), "SET #state = :to, why = :why, queue = :tell", "#state = :from", {
    ":from": from,
    ":to": "over",
    ":why": why,
    ":tell": TELL,
  });

/**
 * Returns the unit, unless another call or the session's webhook came first. A person on the waiting list keeps their
 * unit under a new id: with the old id, Stripe would replay the failed call's response for a day.
 * @param over as for `release`
 */
export async function releaseHeld(claim: Claim, over: string | null, now: Date): Promise<void> {
  try {
    await transact(
      isOfLine(claim.reservationId) ? [renameHeld(claim)] : release(claim, over, now.toISOString()),
    );
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

const renameHeld = ({ userId, reservationId }: Claim): Write =>
  updateIn(reservationKey(userId), "SET id = :next", `${STILL_HELD} AND sessionId = :none`, {
    ":id": reservationId,
    ":next": OF_LINE + newId(),
    ":held": HELD,
    ":none": null,
  });

export function consume(claim: Claim): Write[] {
  return [moveReservation(claim, "held", "consumed"), ...endHold(claim, "sold = sold + :one", "bought")];
}

export function consumeLate(claim: Claim): Write[] {
  return [moveReservation(claim, "released", "consumed"), takeLeftUnit()];
}

/** For a transaction: takes a unit for a payment that no longer has a reservation. */
export function takeLeftUnit(): Write {
  return changeOffer("sold = sold + :one, #left = #left - :one", {
    condition: "#left > :zero",
    values: { ":zero": 0 },
  });
}

function moveReservation<From extends keyof typeof RESERVATION_NEXT>(
  { userId, reservationId }: Claim,
  from: From,
  to: (typeof RESERVATION_NEXT)[From][number],
  guard?: Guard,
  endedAt: Instant | null = null,
): Write {
  return updateIn(
    reservationKey(userId),
    "SET #state = :to, endedAt = :ended REMOVE queue",
    `id = :id AND #state = :from${guard ? ` AND ${guard.condition}` : ""}`,
    { ":id": reservationId, ":from": from, ":to": to, ":ended": endedAt, ...guard?.values },
  );
}

/** Up to 100 expired reservations of the waiting list and up to 100 others. */
export async function listDueReservations(now: Date): Promise<Reservation[]> {
  const [held, offered] = await Promise.all([listUntil(HELD, now), listUntil(OFFERED, now)]);
  return [...held, ...offered];
}

/** Up to 100 units held for the waiting list, in order of expiry. */
export const listOffered = (): Promise<Reservation[]> => listUntil(OFFERED, FAR);
const FAR = new Date("9999-01-01T00:00:00.000Z");

async function listUntil(queue: string, end: Date): Promise<Reservation[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    IndexName: "byDue",
    KeyConditionExpression: "queue = :queue AND heldUntil <= :end",
    ExpressionAttributeValues: { ":queue": queue, ":end": end.toISOString() },
    Limit: 100,
  });
  return items.map((item) => Reservation.parse(item));
}
