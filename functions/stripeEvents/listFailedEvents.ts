import { listFailedEvents } from "#shared/stripeEvents/operator.ts";
import { http } from "../http/index.ts";
import { findOpenEvent, listOpenEvents } from "../payments/index.ts";

export const handler = http(listFailedEvents)(async ({ input: { id, cursor } }) =>
  id === undefined ? listOpenEvents(cursor) : { events: await findOpenEvent(id), next: null },
);
