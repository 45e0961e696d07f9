import * as z from "zod/mini";
import { Instant, MINUTE } from "#shared/instant.ts";
import { isOfLine, OF_LINE, type RESERVATION_NEXT, Reservation } from "#shared/promotions/reservation.ts";
import type { ENTRY_NEXT, EntryEnd } from "#shared/promotions/waitingList.ts";
import { getItem, type Item, transact, updateItem, type Write, WriteConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/random.ts";

/**
 * Promotions: one row for the limited offer, and one a customer who reserved a unit of it
 * (`pk` "reservation#<user>"). Index `byDue` has those that are held, the one that ends next first. waiting/table.ts has
 * the waiting list.
 */
export const TABLE = () => env("TABLE_PROMOTIONS");
const OFFER = { pk: "promotion", sk: "lifetime" };
const reservationKey = (userId: string) => ({ pk: `reservation#${userId}`, sk: "lifetime" });
export const waitingKey = (userId: string) => ({ pk: `waiting#${userId}`, sk: "lifetime" });
export const HELD = "held";
/** In the index apart from the others: held for people of the waiting list. */
export const OFFERED = "offered";
/** Entries of the waiting list that changed, whose person may have a mail to receive. */
export const TELL = "tell";
const queueOf = ({ id }: Reservation) => (isOfLine(id) ? OFFERED : HELD);

export const LifetimeOffer = z.object({
  enabled: z.boolean(),
  heroText: z.string(),
  subtitle: z.string(),
  endAt: z.nullable(Instant),
  /** Units offered in all; null: unlimited. */
  total: z.nullable(z.number()),
  sold: z.number(),
  reserved: z.number(),
  /** total − sold − reserved, kept beside them because a write's condition cannot subtract. */
  left: z.number(),
  version: z.number(),
  waitingList: z._default(z.boolean(), false),
  /** People in line. */
  waiting: z._default(z.number(), 0),
  /** Of the reserved units, those that are held for people of the waiting list. */
  offered: z._default(z.number(), 0),
  /** When a buyer last came for a unit and found all of them held. */
  wantedAt: z.optional(Instant),
});
export type LifetimeOffer = z.output<typeof LifetimeOffer>;

/** Nothing is on offer until the operator says so. */
const NO_OFFER: LifetimeOffer = {
  enabled: false,
  heroText: "",
  subtitle: "",
  endAt: null,
  total: 0,
  sold: 0,
  reserved: 0,
  left: 0,
  version: 0,
  waitingList: false,
  waiting: 0,
  offered: 0,
};

export async function readLifetimeOffer(): Promise<LifetimeOffer> {
  const item = await getItem({ TableName: TABLE(), Key: OFFER });
  return item ? LifetimeOffer.parse(item) : NO_OFFER;
}

/** For a transaction: the offer as decided, unless a sale, a reservation or another save came first. */
export function replaceOffer(before: LifetimeOffer, after: LifetimeOffer): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...OFFER, ...after },
      ConditionExpression: before.version === 0 ? "attribute_not_exists(pk)" : "version = :version",
      ...(before.version === 0 ? {} : { ExpressionAttributeValues: { ":version": before.version } }),
    },
  };
}

export async function findReservation(userId: string): Promise<Reservation | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: reservationKey(userId) });
  return item && Reservation.parse(item);
}

/** At most one write in this time says that a buyer came in vain. */
const WANTED_ANEW = MINUTE;

/** Notes that a buyer came for a unit while all unsold ones are held. */
export async function noteWanted(
  { reserved, left, waiting, wantedAt }: LifetimeOffer,
  now: Date,
): Promise<void> {
  if (reserved === 0 || left > waiting) return;
  if (wantedAt !== undefined && now.getTime() - Date.parse(wantedAt) < WANTED_ANEW) return;
  await updateItem({
    TableName: TABLE(),
    Key: OFFER,
    UpdateExpression: "SET wantedAt = :now",
    ExpressionAttributeValues: { ":now": now.toISOString() },
  });
}

/** For a transaction: another account of the same person holds no unit. */
export const notHolding = (userId: string, now: Date): Write => ({
  ConditionCheck: {
    TableName: TABLE(),
    Key: reservationKey(userId),
    ConditionExpression: "attribute_not_exists(pk) OR #state <> :held OR heldUntil <= :now",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":held": HELD, ":now": now.toISOString() },
  },
});

/** For a condition on the offer: it is on. */
export const running = (now: Date): Guard => ({
  condition: "enabled = :on AND (endAt = :never OR endAt > :now)",
  values: { ":on": true, ":never": null, ":now": now.toISOString() },
});

/**
 * For a transaction: a unit leaves the offer for one customer, while it is on and more units are left than people
 * wait.
 */
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

/** For a transaction: holds a unit for a customer who holds none. */
export const putReservation = (reservation: Reservation): Write => ({
  Put: {
    TableName: TABLE(),
    Item: { ...reservationKey(reservation.userId), ...reservation, queue: queueOf(reservation) },
    ConditionExpression: "attribute_not_exists(pk) OR #state <> :held",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":held": HELD },
  },
});

/** For a transaction: a unit that is held stays its customer's, for another page. */
export function holdAnew(heldId: string, next: Reservation): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...reservationKey(next.userId), ...next, queue: queueOf(next) },
      ConditionExpression: "id = :id AND #state = :held",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":id": heldId, ":held": HELD },
    },
  };
}

/** For a transaction: the page has ended, and its unit stays held for its person of the waiting list. */
export const keepOffered = ({ id, userId, offeredUntil }: Reservation, nextId: string): Write =>
  updateIn(
    reservationKey(userId),
    "SET id = :next, sessionId = :none, heldUntil = :until",
    "id = :id AND #state = :held",
    { ":id": id, ":next": nextId, ":held": HELD, ":none": null, ":until": offeredUntil },
  );

/** @throws WriteConflict if the reservation is no longer held */
export async function attachSession(reservation: Reservation, sessionId: string): Promise<void> {
  await updateItem({
    TableName: TABLE(),
    Key: reservationKey(reservation.userId),
    UpdateExpression: "SET sessionId = :session",
    ConditionExpression: "id = :id AND #state = :held",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":session": sessionId, ":id": reservation.id, ":held": HELD },
  });
}

/** Looks at a reservation again later: a slow payment method is still on its way. */
export async function holdLonger(reservation: Reservation, until: Instant): Promise<void> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: reservationKey(reservation.userId),
      UpdateExpression: "SET heldUntil = :until",
      ConditionExpression: "id = :id AND #state = :held",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":until": until, ":id": reservation.id, ":held": HELD },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

export type Claim = { userId: string; reservationId: string };
export type Guard = { condition: string; values: Record<string, unknown> };

/**
 * For a transaction: the unit goes back into the offer.
 * @param over the page that can no longer be paid; null if none is known. If another window has opened another page for
 *   the unit meanwhile, the write is refused, because the customer may pay there.
 * @param why what ends the entry of the person for whom the waiting list held it
 * @param endedAt null where its time ran out
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

/** The unit leaves its hold; for a person of the waiting list, the entry ends with it. */
function endHold({ userId, reservationId }: Claim, change: string, why: EntryEnd): Write[] {
  const less = `reserved = reserved - :one, ${change}`;
  return isOfLine(reservationId)
    ? [changeOffer(`${less}, offered = offered - :one`), endEntry(userId, "offered", why)]
    : [changeOffer(less)];
}
/** For a transaction: a person's entry in the waiting list is over. */
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
 * Gives the unit back now, unless another call or the webhook of the session's end was faster. One that is held for a
 * person of the waiting list stays theirs, with another id: Stripe answers the id of a failed call with its failure for
 * a day. @param over as for `release`
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
  updateIn(reservationKey(userId), "SET id = :next", "id = :id AND #state = :held AND sessionId = :none", {
    ":id": reservationId,
    ":next": OF_LINE + newId(),
    ":held": HELD,
    ":none": null,
  });

/** For a transaction: the unit that was held is sold. */
export function consume(claim: Claim): Write[] {
  return [moveReservation(claim, "held", "consumed"), ...endHold(claim, "sold = sold + :one", "bought")];
}

/** For a transaction: a payment that came late takes a unit after all, while one is left. */
export function consumeLate(claim: Claim): Write[] {
  return [moveReservation(claim, "released", "consumed"), takeLeftUnit()];
}

/** For a transaction: a payment whose reservation was followed by another one. */
export function takeLeftUnit(): Write {
  return changeOffer("sold = sold + :one, #left = #left - :one", {
    condition: "#left > :zero",
    values: { ":zero": 0 },
  });
}

/** Only a move that the state table allows compiles. */
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

/** For a transaction: of a row that has a state. */
export const updateIn = (
  Key: Item,
  UpdateExpression: string,
  ConditionExpression: string,
  ExpressionAttributeValues: Item,
): Write => ({
  Update: {
    TableName: TABLE(),
    Key,
    UpdateExpression,
    ConditionExpression,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues,
  },
});

export function changeOffer(change: string, guard?: Guard): Write {
  const names = /#left/.test(change + (guard?.condition ?? "")) ? { "#left": "left" } : undefined;
  return {
    Update: {
      TableName: TABLE(),
      Key: OFFER,
      UpdateExpression: `SET ${change}, version = version + :one`,
      ConditionExpression: guard ? guard.condition : "attribute_exists(pk)",
      ...(names ? { ExpressionAttributeNames: names } : {}),
      ExpressionAttributeValues: { ":one": 1, ...guard?.values },
    },
  };
}
