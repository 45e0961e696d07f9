import { CATALOG } from "#shared/catalog/catalog.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { OF_LINE, type Reservation } from "#shared/promotions/reservation.ts";
import { TURN_LASTS, type WaitingEntry } from "#shared/promotions/waitingList.ts";
import { atTime, inMoney, onDay } from "#shared/words.ts";
import { ownsLifetime, readRights, whileSuspended } from "../../grants/index.ts";
import { transact, type Write, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { newId } from "../../platform/random.ts";
import { findUser } from "../../users/index.ts";
import { readLifetimeOffer } from "../offerTable.ts";
import { unitsOf } from "../oneUnit.ts";
import { findReservation } from "../reservationTable.ts";
import { canServe, isLineOver } from "../rules.ts";
import { endWaiting, findEntry, listToTell, markTold, offerUnit, readLine } from "./table.ts";

/** Limits a run; the next one continues. */
const MAX_STEPS = 250;
/** People per step. A person who is paying, or whose other account holds a unit, is skipped and keeps their place. */
const LOOKED_AT = 10;

/**
 * Offers each unit left to the first eligible person, ends a line that is over, and sends the mails. Until a returned
 * unit is offered, nobody outside the line can buy it, because the offer's row counts the people in line. Each step is
 * one transaction, so an interrupted run loses nothing.
 */
export async function serveLine(now: Date): Promise<{ offered: number; told: number }> {
  const reached: WaitingEntry[] = [];
  let offered = 0;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    try {
      const entry = await serveNext(now);
      if (entry === undefined) break;
      if (entry.state === "offered") offered += 1;
      reached.push(entry);
    } catch (error) {
      // The person left, another run was faster, or the operator saved the offer.
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
  return { offered, told: await tell(reached) };
}

async function serveNext(now: Date): Promise<WaitingEntry | undefined> {
  const offer = await readLifetimeOffer();
  const isOver = isLineOver(offer, now);
  if (!isOver && !canServe(offer, now)) return undefined;
  for (const userId of (await readLine(LOOKED_AT)).userIds) {
    const entry = await findEntry(userId);
    if (entry?.state !== "waiting") throw new WriteConflict("left meanwhile");
    if (isOver) return end(entry, "listEnded");
    const [user, { grants, isSuspended }] = await Promise.all([findUser(userId), readRights(userId)]);
    if (!user?.emailConfirmed || isSuspended || ownsLifetime(grants)) return end(entry, "passedOver");
    if ((await findReservation(userId))?.state === "held") continue;
    const person = await unitsOf(user, now);
    if (!person.isHeldElsewhere) return serve(entry, person.writes, now);
  }
  return undefined;
}

async function end(entry: WaitingEntry, why: "listEnded" | "passedOver"): Promise<WaitingEntry> {
  await transact(endWaiting(entry, why));
  return { ...entry, state: "over", why };
}

async function serve(entry: WaitingEntry, also: readonly Write[], now: Date): Promise<WaitingEntry> {
  const { userId } = entry;
  const offeredUntil = new Date(now.getTime() + TURN_LASTS).toISOString();
  const reservation: Reservation & { offeredUntil: string } = {
    id: OF_LINE + newId(),
    userId,
    state: "held",
    heldUntil: offeredUntil,
    offeredUntil,
    sessionId: null,
    createdAt: now.toISOString(),
    price: CATALOG.lifetime.price,
  };
  await transact([...offerUnit(entry, reservation, now), whileSuspended(userId, false), ...also]);
  return { ...entry, state: "offered", offeredUntil };
}

/** Queues the mails for this run's changes, and for unmailed changes by earlier runs, webhooks or calls. */
async function tell(reached: readonly WaitingEntry[]): Promise<number> {
  const known = new Set(reached.map(({ id }) => id));
  const entries = [...reached, ...(await listToTell()).filter(({ id }) => !known.has(id))];
  const mails = entries.flatMap((entry) => mailFor(entry) ?? []);
  await enqueue(env("MAIL_QUEUE_URL"), mails);
  for (const entry of entries) await markTold(entry);
  return mails.length;
}

/** One mail per entry and state: a unit is offered, the turn ran out, or the list ended. Other states send none. */
function mailFor({ id, userId, state, joinedAt, offeredUntil, why }: WaitingEntry): Mail | undefined {
  const { name, price, currency } = CATALOG.lifetime;
  const data = { product: name, amount: inMoney(price, currency) };
  const to = { userId };
  if (state === "offered" && offeredUntil !== null)
    return {
      id: `unit-offered:${id}`,
      to,
      template: "unitOffered",
      data: { ...data, until: atTime(offeredUntil) },
      useBy: offeredUntil,
    };
  if (why === "ranOut" && offeredUntil !== null)
    return {
      id: `unit-ran-out:${id}`,
      to,
      template: "unitRanOut",
      data: { ...data, until: atTime(offeredUntil) },
    };
  if (why === "listEnded")
    return {
      id: `waiting-list-ended:${id}`,
      to,
      template: "waitingListEnded",
      data: { ...data, joinedOn: onDay(joinedAt) },
    };
  return undefined;
}
