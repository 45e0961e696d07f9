import type { Endpoint } from "../endpoint.ts";
import { areaOf } from "./areas.ts";

/**
 * The rights of an API key in an area (areas.ts). Each level includes the levels before it. `critical` covers the calls
 * for which the back office asks for the password again, such as those that move money, give away licenses, hand out
 * personal data or delete accounts.
 */
export const LEVELS = ["read", "write", "critical"] as const;
export type Level = (typeof LEVELS)[number];

type Asked = Pick<Endpoint, "byKey" | "method">;

const onlyReads = ({ byKey, method }: Asked): boolean => byKey === "read" || method === "GET";

/**
 * The level that a call requires; null if no key may make it. If the call needs a fresh sign-in,
 * functions/http/freshSignIn.ts also requires `critical`.
 */
export function levelOf({ audience, ...asked }: Asked & Pick<Endpoint, "audience">) {
  if (audience !== "operator" || asked.byKey === "never" || asked.byKey === "session") return null;
  return onlyReads(asked) ? "read" : "write";
}

export const isForReaders = (asked: Asked): boolean => onlyReads(asked) || asked.byKey === "session";

/** What a reader sees on each page, and the error of a call that `isForReaders` does not allow. */
export const READ_ONLY = "You can view everything. Only the administrator can make changes.";

export type Need = { readonly area: string; readonly level: Level };
type Data = Pick<Endpoint, "shows" | "areaBy">;

/** The scopes that a call requires, its own area first. docs/api-keys.md lists them. */
export function needsOf(
  id: string,
  { shows = [], areaBy }: Data,
  level: Level,
  parameters: Readonly<Record<string, string | undefined>> = {},
): [Need, ...Need[]] {
  const named = areaBy?.areas[parameters[areaBy.parameter] ?? ""];
  return [{ area: named ?? areaOf(id), level }, ...shows.map((area) => ({ area, level: "read" as const }))];
}

export type HeldScopes = Readonly<Record<string, string>>;

export function allows(scopes: HeldScopes, area: string, level: Level): boolean {
  const order: readonly string[] = LEVELS;
  const held = Object.hasOwn(scopes, area) ? scopes[area] : undefined;
  return held !== undefined && order.indexOf(held) >= order.indexOf(level);
}

/**
 * The API key behind a call. `apiKeys/call` checks the key and puts this where the gateway puts an authorizer's result.
 * The gateway overwrites `requestContext`, so a request cannot forge it.
 */
export type KeyHolder = {
  name: string;
  /** The operator who created the key. If this operator is deleted or becomes a reader, the key's calls are refused. */
  createdBy: string;
  scopes: HeldScopes;
};

/** The audit log's name for an API key. */
export const keyCaller = (name: string): string => `key:${name}`;
