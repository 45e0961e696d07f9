import * as z from "zod/mini";
import { Instant, MINUTE } from "#shared/instant.ts";
import { isOfLine, OF_LINE, type RESERVATION_NEXT, Reservation } from "#shared/promotions/reservation.ts";
import type { ENTRY_NEXT, EntryEnd } from "#shared/promotions/waitingList.ts";
import { getItem, type Item, transact, updateItem, type Write, WriteConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/random.ts";

/**
 * Promotions: one row for the limited offer, and one per customer who reserved a unit (`pk` "reservation#<user>"). The
 * index `byDue` lists held units in order of expiry. waiting/table.ts stores the waiting list.
 */
export const TABLE = () => env("TABLE_PROMOTIONS");
const OFFER = { pk: "promotion", sk: "lifetime" };
const reservationKey = (userId: string) => ({ pk: `reservation#${userId}`, sk: "lifetime" });
export const waitingKey = (userId: string) => ({ pk: `waiting#${userId}`, sk: "lifetime" });
export const HELD = "held";
/** A separate queue in the index for units held for the waiting list. */
export const OFFERED = "offered";
/** Changed entries of the waiting list that may need a mail. */
export const TELL = "tell";
const queueOf = ({ id }: Reservation) => (isOfLine(id) ? OFFERED : HELD);

export const LifetimeOffer = z.object({
  enabled: z.boolean(),
  heroText: z.string(),
  subtitle: z.string(),
  endAt: z.nullable(Instant),
  /** Total units; null: unlimited. */
  total: z.nullable(z.number()),
  sold: z.number(),
  reserved: z.number(),
  /** total − sold − reserved. Stored, because conditions cannot subtract. */
  left: z.number(),
  version: z.number(),
  waitingList: z._default(z.boolean(), false),
  waiting: z._default(z.number(), 0),
  /** Reserved units that are held for people on the waiting list. */
  offered: z._default(z.number(), 0),
  /** When a buyer last found all units held. */
  wantedAt: z.optional(Instant),
});
export type LifetimeOffer = z.output<typeof LifetimeOffer>;

/** The state until an operator saves an offer. */
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

/** For a transaction: fails if a sale, a reservation or another save came first. */
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

/** The minimum time between two writes of `wantedAt`. */
const WANTED_ANEW = MINUTE;

/** Records that a buyer found all unsold units held. */
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

export const running = (now: Date): Guard => ({
  condition: "enabled = :on AND (endAt = :never OR endAt > :now)",
  values: { ":on": true, ":never": null, ":now": now.toISOString() },
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

/** For a transaction: fails if the customer already holds a unit. */
export const putReservation = (reservation: Reservation): Write => ({
  Put: {
    TableName: TABLE(),
    Item: { ...reservationKey(reservation.userId), ...reservation, queue: queueOf(reservation) },
    ConditionExpression: "attribute_not_exists(pk) OR #state <> :held",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":held": HELD },
  },
});

/** For a transaction: keeps the customer's unit for another page. */
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

/** For a transaction: ends the page, but keeps the unit held for the person on the waiting list. */
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

/** Extends a hold while a slow payment is pending. */
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

/** Ends the hold and, for a unit of the waiting list, the person's entry. */
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
 * Returns the unit now, unless another call or the session's webhook came first. A person on the waiting list keeps
 * their unit under a new id, because Stripe replays a failed call's response for a day.
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
  updateIn(reservationKey(userId), "SET id = :next", "id = :id AND #state = :held AND sessionId = :none", {
    ":id": reservationId,
    ":next": OF_LINE + newId(),
    ":held": HELD,
    ":none": null,
  });

export function consume(claim: Claim): Write[] {
  return [moveReservation(claim, "held", "consumed"), ...endHold(claim, "sold = sold + :one", "bought")];
}

/** For a transaction: a late payment takes one of the units left. */
export function consumeLate(claim: Claim): Write[] {
  return [moveReservation(claim, "released", "consumed"), takeLeftUnit()];
}

/** For a transaction: takes a unit for a payment whose reservation was replaced by another. */
export function takeLeftUnit(): Write {
  return changeOffer("sold = sold + :one, #left = #left - :one", {
    condition: "#left > :zero",
    values: { ":zero": 0 },
  });
}

/** The types allow only the moves of the state table. */
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
