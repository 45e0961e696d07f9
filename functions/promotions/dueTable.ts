import { Reservation } from "#shared/promotions/reservation.ts";
import { queryItems } from "../platform/dynamo.ts";
import { HELD, OFFERED, TABLE } from "./table.ts";

/** Up to 100 expired reservations of the waiting list and up to 100 others, in order of expiry. */
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
