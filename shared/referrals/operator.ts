import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SETTINGS } from "../endpoint.ts";
import { opaqueId } from "../listing.ts";
import { Destination, DestinationName, DestinationUrl } from "./destination.ts";

/** Lists all destinations, oldest first. */
export const listDestinations = endpoint({
  method: "GET",
  path: "/admin/destinations",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ rows: z.array(Destination) }),
});

/** Creates a destination. CONFLICT at `name` if a destination with this name exists. */
export const createDestination = endpoint({
  method: "POST",
  path: "/admin/destinations",
  audience: "operator",
  freshSignIn: FRESH_FOR_SETTINGS,
  errors: ["CONFLICT"],
  input: z.object({ name: DestinationName, url: DestinationUrl, is_active: z._default(z.boolean(), true) }),
  output: Destination,
});

/** Changes a destination. Its id never changes, because links contain it. */
export const updateDestination = endpoint({
  method: "PATCH",
  path: "/admin/destinations/{id}",
  audience: "operator",
  freshSignIn: FRESH_FOR_SETTINGS,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    id: opaqueId(),
    is_active: z.optional(z.boolean("is_active must be true or false")),
    name: z.optional(DestinationName),
    url: z.optional(DestinationUrl),
  }),
  output: Destination,
});
