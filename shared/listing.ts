import * as z from "zod/mini";

export const PAGE = 25;
/** Reading a page at an offset also reads the skipped rows. With a cursor, every page costs the same. */
export const FURTHEST_OFFSET = 1000;

const whole = (name: string, least: number, most: number) =>
  z
    .int(`${name} must be a whole number`)
    .check(
      z.minimum(least, `${name} must be ${least} or more`),
      z.maximum(most, `${name} must be ${most} or less`),
    );
const LIMIT = whole("limit", 1, PAGE);
const OFFSET = whole("offset", 0, FURTHEST_OFFSET);

/** Letters, digits and the marks of ids, but no license key. Email addresses and free text have other characters. */
const OPAQUE = /^(?!(?:[\dA-Za-z]{5}-?){5}$)[\w.:-]+$/;

export const isOpaque = (text: string): boolean => OPAQUE.test(text);

/** An id that may appear in a URL, and so in logs: a license key, an email address or a sentence never matches. */
export const opaqueId = (message?: string, longest = 128) =>
  z.string(message).check(z.maxLength(longest, message), z.regex(OPAQUE, message));

/** A number in a query. Rejects an empty text, which would convert to 0. */
export const InQuery = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/\S/))], "must be a number"),
  z.coerce.number(),
);
export const Limit = z._default(z.pipe(InQuery, LIMIT), PAGE);
export const Offset = z._default(z.pipe(InQuery, OFFSET), 0);
/** The search text, in a body because it may be an email address or part of a license key. */
export const Search = z.string("search is required").check(z.trim());
export const Direction = z._default(z.enum(["asc", "desc"]), "desc");

/** Where a page begins, as returned by the previous page. Handlers reject cursors that they did not write. */
export const Cursor = z.optional(z.string().check(z.maxLength(2048)));

/** Selects one row, wherever it is in the list, for a link to it. Overrides the other filters. */
export const RowId = z.optional(opaqueId("There is no such row.", 256));

/** Paging of search results, in a body. A cursor overrides the offset. */
export const SearchPaging = {
  limit: z._default(LIMIT, PAGE),
  offset: z._default(OFFSET, 0),
  cursor: Cursor,
  search: Search,
};

/**
 * Paging of an operator's list. A cursor overrides the offset. An operator's GET has a strict input: an unknown filter
 * would otherwise return every row.
 */
export const Paging = { limit: Limit, offset: Offset, cursor: Cursor, id: RowId };
