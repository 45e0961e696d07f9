import type { Person } from "./people.ts";
import { putRow, rowsOf } from "./rows.ts";

const HOUR_MS = 3_600_000;

/**
 * Changes these people's events as if every attempt to handle the events had failed.
 * @param types the types of the changed events
 */
export async function failedEventsOf(
  people: readonly Person[],
  types: readonly string[],
  { lastError = "Timed out", hoursAgo = 0 } = {},
): Promise<void> {
  const at = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
  const events = (await rowsOf("Events")).filter(
    ({ type, userId }) => types.includes(String(type)) && people.some((person) => person.userId === userId),
  );
  if (events.length !== people.length * types.length)
    throw new Error(`There are ${events.length} such events.`);
  for (const event of events)
    await putRow("Events", {
      ...event,
      pk: String(event.pk),
      sk: String(event.sk),
      status: "received",
      queue: "open-events",
      receivedAt: at,
      attempts: 4,
      lastError,
      lastFailedAt: at,
    });
}
