import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Cursor, RowId } from "../listing.ts";
import { OpenEvent } from "../payments/openEvents.ts";

/** Lists the events that have not been handled, longest waiting first. */
export const listFailedEvents = endpoint({
  method: "GET",
  path: "/api/admin/stripe-events/failed",
  audience: "operator",
  input: z.strictObject({ cursor: Cursor, id: RowId }),
  output: z.object({ events: z.array(OpenEvent), next: z.nullable(z.string()) }),
});
