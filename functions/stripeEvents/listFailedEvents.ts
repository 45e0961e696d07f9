import { listFailedEvents } from "#shared/stripeEvents/operator.ts";
import { http } from "../http/index.ts";
import { findOpenEvent, listOpenEvents } from "../payments/index.ts";
import { addressesOf } from "../users/index.ts";

export const handler = http(listFailedEvents)(async ({ input: { id, cursor } }) => {
  const { events, next } =
    id === undefined ? await listOpenEvents(cursor) : { events: await findOpenEvent(id), next: null };
  const emails = await addressesOf(events.flatMap(({ user_id }) => user_id ?? []));
  return {
    events: events.map((event) => ({ ...event, user_email: emails.get(event.user_id ?? "") ?? null })),
    next,
  };
});
