import { AppError } from "#shared/errors.ts";
import type { EntryEnd, WaitingEntry } from "#shared/promotions/waitingList.ts";
import { closePageOf } from "../../payments/index.ts";
import { closeCheckout } from "../../platform/changeAtStripe.ts";
import { retryOnConflict, transact, type Write } from "../../platform/dynamo.ts";
import { findReservation, release } from "../reservationTable.ts";
import { endWaiting, findEntry } from "./table.ts";

/**
 * Ends a person's entry early. A unit held for them returns to the offer once its page can no longer be paid.
 * @param customer the person's id at Stripe, to find an open page that a failed call did not record
 * @returns the previous entry; undefined if the person neither waits nor is offered a unit
 * @throws CONFLICT if they have just paid
 */
export function takeOff(
  userId: string,
  customer: string | null,
  why: EntryEnd,
  also: (entry: WaitingEntry) => Write[] = () => [],
): Promise<WaitingEntry | undefined> {
  return retryOnConflict(async () => {
    const entry = await findEntry(userId);
    if (entry === undefined || entry.state === "over") return undefined;
    const writes = entry.state === "waiting" ? endWaiting(entry, why) : await giveUp(userId, customer, why);
    await transact([...writes, ...also(entry)]);
    return entry;
  });
}

async function giveUp(userId: string, customer: string | null, why: EntryEnd): Promise<Write[]> {
  const { id = "", sessionId = null } = (await findReservation(userId)) ?? {};
  const isClosed =
    sessionId === null
      ? customer === null || (await closePageOf(id, customer))
      : await closeCheckout(sessionId);
  if (!isClosed) throw new AppError("CONFLICT", "This unit has just been paid for.");
  return release({ userId, reservationId: id }, sessionId, null, why);
}
