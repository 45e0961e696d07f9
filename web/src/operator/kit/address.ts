import type { ShouldRevalidateFunctionArgs } from "react-router-dom";

// Filters, page and open row are in the address, so that a link reproduces the view.

export const idOf = ({ id }: { id: string }): string => id;

/**
 * The parameters of the view with another filter, at its first page. An empty value removes the filter.
 * @param list the prefix of this list's parameters, on a page with two lists
 */
export function withFilter(
  params: URLSearchParams,
  name: string,
  value: string | null,
  list = "",
): URLSearchParams {
  const next = withParam(params, list + name, value);
  // These belong to the previous view.
  for (const other of [`${list}cursor`, `${list}page`, "open"]) next.delete(other);
  return next;
}

export function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === null || value === "") next.delete(name);
  else next.set(name, value);
  return next;
}

export function withPage(
  params: URLSearchParams,
  page: number,
  cursor: string | null,
  list = "",
): URLSearchParams {
  const next = withParam(withParam(params, "open", null), `${list}cursor`, cursor);
  return withParam(next, `${list}page`, page > 1 ? String(page) : null);
}

/** The page number in the address; 1 if it is invalid. */
export function pageOf(params: URLSearchParams, list = ""): number {
  const page = Number(params.get(`${list}page`) ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

export function oneOf<const T extends string>(value: string | null, allowed: readonly T[]): T | null {
  return allowed.find((each) => each === value) ?? null;
}

/** For routes' `shouldRevalidate`: opening or closing a row reloads nothing. */
export function unlessPanel({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const before = withParam(currentUrl.searchParams, "open", null);
  const after = withParam(nextUrl.searchParams, "open", null);
  const opened = currentUrl.search !== nextUrl.search && before.toString() === after.toString();
  return !opened && defaultShouldRevalidate;
}
