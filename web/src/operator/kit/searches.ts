import { replace } from "react-router-dom";
import * as z from "zod/mini";
import { readStored, writeStored } from "../../app/storage.ts";
import { withFilter } from "./address.ts";

// What is searched for may be an email address or a license key, and a page's address ends up in histories, logs and
// shared links. So the address holds a name for it, which this tab alone can read.

export const SEARCH = "search";
const KEY = "adminSearches";
const MAX_KEPT = 100;
const Kept = z.array(z.tuple([z.string(), z.string()]));

/** By name. Kept here as well, because a browser may forbid its storage. */
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

/** @returns the name for the address; null if nothing is searched for */
export function nameSearch(text: string): string | null {
  if (text === "") return null;
  const known = [...kept()].find(([, searched]) => searched === text)?.[0];
  const name = known ?? crypto.randomUUID().slice(0, 8);
  searches = new Map([...kept(), [name, text] as const].slice(-MAX_KEPT));
  writeStored("sessionStorage", KEY, JSON.stringify([...searches]));
  return name;
}

/** What the address searches for; undefined where it searches for nothing, or another browser made it. */
export function searchIn(params: URLSearchParams): string | undefined {
  return kept().get(params.get(SEARCH) ?? "");
}

/** For the operator who comes next. */
export function forgetSearches(): void {
  searches = undefined;
  writeStored("sessionStorage", KEY, null);
}

/**
 * What a page's address asks for. A search that another browser made is taken away, together with its place among the
 * pages: the rest of the link still works.
 */
export function viewOf({ url }: Request): URLSearchParams {
  const { pathname, searchParams } = new URL(url);
  if (!searchParams.has(SEARCH) || searchIn(searchParams) !== undefined) return searchParams;
  const open = searchParams.get("open");
  const rest = withFilter(searchParams, SEARCH, null);
  if (open !== null) rest.set("open", open);
  throw replace(rest.size === 0 ? pathname : `${pathname}?${rest}`);
}
