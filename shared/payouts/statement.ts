import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { opaqueId } from "../listing.ts";

/** What a payout of the caller was made of, for their books: as a table, and as a page to print. */
export const getStatement = endpoint({
  method: "GET",
  path: "/api/affiliate/payouts/{id}/statement",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ id: opaqueId("id is required") }),
  output: z.object({
    /** Without its ending. */
    name: z.string(),
    csv: z.string(),
    /** The page; its first line is the heading. */
    text: z.string(),
  }),
});
