import { replace } from "react-router-dom";
import * as z from "zod/mini";
import { readStored, writeStored } from "../../app/storage.ts";
import { withFilter } from "./address.ts";

// A search may contain an email address or a license key, and addresses of pages end up in histories, logs and shared
// links. So the address contains only a random name for the search, and only this tab can resolve the name.

export const SEARCH = "search";
const KEY = "adminSearches";
const MAX_KEPT = 100;
const Kept = z.array(z.tuple([z.string(), z.string()]));

/** The searches by their names. Also in memory, because a browser may forbid storage. */
let searches: Map<string, string> | undefined;

function kept(): Map<string, string> {
  searches ??= new Map(readKept());
  return searches;
}

function readKept(): [string, string][] {
  try {
    return Kept.parse(JSON.parse(readStored("sessionStorage", KEY) ?? "[]"));
  } catch {
    return [];
  }
}

/** @returns the name for the address; null for an empty search */
export function nameSearch(text: string): string | null {
  if (text === "") return null;
  const known = [...kept()].find(([, searched]) => searched === text)?.[0];
  const name = known ?? crypto.randomUUID().slice(0, 8);
  searches = new Map([...kept(), [name, text] as const].slice(-MAX_KEPT));
  writeStored("sessionStorage", KEY, JSON.stringify([...searches]));
  return name;
}

/** The search in the address; undefined if there is none, or if another tab made the search. */
export function searchIn(params: URLSearchParams): string | undefined {
  return kept().get(params.get(SEARCH) ?? "");
}

/** Clears the searches before another operator signs in. */
export function forgetSearches(): void {
  searches = undefined;
  writeStored("sessionStorage", KEY, null);
}

/** The address's parameters. Redirects to the address without the search if another tab made the search. */
export function viewOf({ url }: Request): URLSearchParams {
  const { pathname, searchParams } = new URL(url);
  if (!searchParams.has(SEARCH) || searchIn(searchParams) !== undefined) return searchParams;
  const open = searchParams.get("open");
  const rest = withFilter(searchParams, SEARCH, null);
  if (open !== null) rest.set("open", open);
  throw replace(rest.size === 0 ? pathname : `${pathname}?${rest}`);
}
