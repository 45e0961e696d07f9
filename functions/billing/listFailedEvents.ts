import { listFailedEvents } from "#shared/billing/operator.ts";
import { http } from "../platform/http.ts";
import { findOpenEvent, listOpenEvents } from "./events/table.ts";

export const handler = http(listFailedEvents)(async ({ input: { id, cursor } }) =>
  id === undefined ? listOpenEvents(cursor) : { events: await findOpenEvent(id), next: null },
);
