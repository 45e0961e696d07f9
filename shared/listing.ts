import * as z from "zod/mini";

export const PAGE = 25;
/** Further back than this by `offset` costs what was skipped: a cursor goes anywhere at one price. */
export const FURTHEST_OFFSET = 1000;

const bounded = (name: string, least: number, most: number) =>
  z.pipe(
    z.coerce.number(),
    z
      .int(`${name} must be a whole number`)
      .check(
        z.minimum(least, `${name} must be ${least} or more`),
        z.maximum(most, `${name} must be ${most} or less`),
      ),
  );

export const Limit = z._default(bounded("limit", 1, PAGE), PAGE);
export const Offset = z._default(bounded("offset", 0, FURTHEST_OFFSET), 0);
export const Cursor = z.optional(z.string().check(z.maxLength(2048)));
/** Any input; text that cannot be a prefix finds nothing. */
export const Search = z._default(z.string().check(z.trim()), "");
export const Direction = z._default(z.enum(["asc", "desc"]), "desc");

/** One row alone, wherever in the list it stands: for a link to it. The other ways to choose are then left aside. */
export const RowId = z.optional(z.string().check(z.minLength(1), z.maxLength(256)));

/** How a page of an operator's list is asked for. With a cursor the offset is left aside. */
export const Paging = { limit: Limit, offset: Offset, cursor: Cursor, id: RowId };
