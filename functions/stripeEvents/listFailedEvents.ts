import { listFailedEvents } from "#shared/billing/operator.ts";
import { http } from "../http/http.ts";
import { findOpenEvent, listOpenEvents } from "../payments/events/table.ts";

export const handler = http(listFailedEvents)(async ({ input: { id, cursor } }) =>
  id === undefined ? listOpenEvents(cursor) : { events: await findOpenEvent(id), next: null },
);
