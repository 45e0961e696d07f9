import type { Endpoint } from "../endpoint.ts";
import { areaOf } from "./areas.ts";

/**
 * What an API key may do with the data of an area (areas.ts). Each level contains the
 * one before.
 * `critical` is what the back office asks the password for again: money, lifetime licenses, people's data.
 */
export const LEVELS = ["read", "write", "critical"] as const;
export type Level = (typeof LEVELS)[number];

/** What a call needs at least; null where no key may make it. */
export function levelOf({ audience, byKey, method }: Pick<Endpoint, "audience" | "byKey" | "method">) {
  if (audience !== "operator" || byKey === "never") return null;
  return byKey === "read" || method === "GET" ? "read" : "write";
}

export type Need = { readonly area: string; readonly level: Level };
type Data = Pick<Endpoint, "shows" | "areaBy">;

/** The scopes that a call needs, first that of its own data. docs/api-keys.md lists them, from the contracts. */
export function needsOf(
  id: string,
  { shows = [], areaBy }: Data,
  level: Level,
  parameters: Readonly<Record<string, string | undefined>> = {},
): [Need, ...Need[]] {
  const named = areaBy?.areas[parameters[areaBy.parameter] ?? ""];
  return [{ area: named ?? areaOf(id), level }, ...shows.map((area) => ({ area, level: "read" as const }))];
}

/** Area to level; an area that is missing is closed. */
export type HeldScopes = Readonly<Record<string, string>>;

export function allows(scopes: HeldScopes, area: string, level: Level): boolean {
  const order: readonly string[] = LEVELS;
  const held = Object.hasOwn(scopes, area) ? scopes[area] : undefined;
  return held !== undefined && order.indexOf(held) >= order.indexOf(level);
}

/**
 * Who calls with an API key. `apiKeys/call` has checked the key and puts this where the gateway puts what an authorizer
 * found out. The gateway overwrites `requestContext`, so no request can bring it along.
 */
export type KeyHolder = {
  name: string;
  /** The operator in whose name the key calls. */
  createdBy: string;
  scopes: HeldScopes;
};

/** Whom the audit log names where a key called. */
export const keyCaller = (name: string): string => `key:${name}`;
export const isKeyCaller = (operator: string): boolean => operator.startsWith("key:");
