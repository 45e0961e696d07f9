import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Direction, Paging, SearchPaging } from "../listing.ts";
import { KEY_SHELVES, KeyRow } from "./keyRow.ts";

const KeyPage = z.object({
  keys: z.array(KeyRow),
  total: z.nullable(z.number()),
  next: z.nullable(z.string()),
});

/** Lists license keys, newest first by default. `total` is null if you ask for one id. */
export const listKeys = endpoint({
  method: "GET",
  path: "/api/admin/license-keys",
  audience: "operator",
  input: z.strictObject({
    ...Paging,
    sort: z._default(z.enum(["created_at", "license_key", "last_used_at", "computer_count"]), "created_at"),
    direction: Direction,
    status: z.optional(z.enum(KEY_SHELVES)),
  }),
  output: KeyPage,
});

/** Finds license keys by their beginning, then by their end. Does not count them: `total` is null. */
export const searchKeys = endpoint({
  method: "POST",
  path: "/api/admin/license-keys/search",
  audience: "operator",
  byKey: "read",
  input: z.object({ ...SearchPaging, status: z.optional(z.enum(KEY_SHELVES)) }),
  output: KeyPage,
});
