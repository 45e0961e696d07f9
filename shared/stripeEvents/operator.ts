import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Cursor, RowId } from "../listing.ts";
import { OpenEvent } from "../payments/openEvents.ts";

/** `user_email`: null without a customer, and for a deleted account. */
const FailedEvent = z.extend(OpenEvent, { user_email: z.nullable(z.string()) });
export type FailedEvent = z.output<typeof FailedEvent>;

/** Lists the events that have not been handled, longest waiting first. */
export const listFailedEvents = endpoint({
  method: "GET",
  path: "/api/admin/stripe-events/failed",
  audience: "operator",
  shows: ["accounts"],
  input: z.strictObject({ cursor: Cursor, id: RowId }),
  output: z.object({ events: z.array(FailedEvent), next: z.nullable(z.string()) }),
});
