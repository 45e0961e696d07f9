import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { opaqueId } from "../listing.ts";

/** Returns the statement of one of the caller's payouts, for their books: as a table and as a page to print. */
export const getStatement = endpoint({
  method: "GET",
  path: "/api/affiliate/payouts/{id}/statement",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ id: opaqueId("id is required") }),
  output: z.object({
    /** The file name without its extension. */
    name: z.string(),
    csv: z.string(),
    /** The page to print. Its first line is the heading. */
    text: z.string(),
  }),
});
