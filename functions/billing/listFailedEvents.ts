import { listFailedEvents } from "#shared/billing/operator.ts";
import { http } from "../platform/http.ts";
import { listOpenEvents } from "./events/table.ts";

export const handler = http(listFailedEvents)(async ({ input }) => listOpenEvents(input.cursor));
