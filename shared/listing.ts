import * as z from "zod/mini";

export const PAGE = 25;
/** Further back than this by `offset` costs what was skipped: a cursor goes anywhere at one price. */
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

/** Letters, digits and the marks of ids, but not a license key. An email address and typed text have other characters. */
const OPAQUE = /^(?!(?:[\dA-Za-z]{5}-?){5}$)[\w.:-]+$/;

export const isOpaque = (text: string): boolean => OPAQUE.test(text);

/**
 * An id that may be in an address. Addresses end up in logs and histories, so a license key, an email address and
 * typed text are refused.
 */
export const opaqueId = (message?: string, longest = 128) =>
  z.string(message).check(z.maxLength(longest, message), z.regex(OPAQUE, message));

/** A number in a query. A text of nothing is none, although it converts to 0. */
export const InQuery = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/\S/))], "must be a number"),
  z.coerce.number(),
);
export const Limit = z._default(z.pipe(InQuery, LIMIT), PAGE);
export const Offset = z._default(z.pipe(InQuery, OFFSET), 0);
/**
 * The text to search for. Text that no row can begin with finds nothing. It may be an email address or the beginning of
 * a license key, so it is sent in a body.
 */
export const Search = z.string("search is required").check(z.trim());
export const Direction = z._default(z.enum(["asc", "desc"]), "desc");

/** Where a page begins: what the page before answered. Handlers refuse what they did not write. */
export const Cursor = z.optional(z.string().check(z.maxLength(2048)));

/** One row alone, wherever in the list it stands: for a link to it. The other ways to choose are then left aside. */
export const RowId = z.optional(opaqueId("There is no such row.", 256));

/** How a page of search results is requested, in a body. With a cursor the offset is ignored. */
export const SearchPaging = {
  limit: z._default(LIMIT, PAGE),
  offset: z._default(OFFSET, 0),
  cursor: Cursor,
  search: Search,
};

/**
 * How a page of an operator's list is asked for. With a cursor the offset is left aside. An operator's GET has a strict
 * input: a filter that it does not have would otherwise answer with every row.
 */
export const Paging = { limit: Limit, offset: Offset, cursor: Cursor, id: RowId };
