import { allows, needsOf } from "#shared/apiKeys/levels.ts";
import { SCRIPT_ROUTES } from "#shared/apiKeys/scopes.ts";
import type { ScriptKey } from "../people.ts";
import type { Scripted } from "../scripted.ts";
import type { Shop } from "../shop.ts";
import type { Invariant, Settled } from "./invariant.ts";

const rowOf = (shop: Shop, key: ScriptKey) =>
  shop.database.partition("Users", "apiKeys").find(({ sk }) => sk === key.id);

/** The key itself works now, whatever it may do. */
function isLive(shop: Shop, key: ScriptKey): boolean {
  const row = rowOf(shop, key);
  const isThere = shop.database
    .partition("Users", String(row?.createdBy))
    .some(({ sk }) => sk === "operator");
  const isOver = row?.expiresAt !== null && Date.parse(String(row?.expiresAt)) <= Date.now();
  return row?.revokedAt === null && isThere && !isOver;
}

/** Asked right after the call. @returns what the call should not have done */
export function truthOf(shop: Shop, key: ScriptKey, made: Scripted): string[] {
  const { id, status, wasTroubled, changes } = made;
  const route = SCRIPT_ROUTES.find((one) => one.id === id);
  const needs = route === undefined ? [] : needsOf(id, route, route.level);
  const may =
    isLive(shop, key) &&
    needs.length > 0 &&
    needs.every(({ area, level }) => allows(key.scopes, area, level));
  const isRefused = status === 401 || status === 403;
  const said = `${key.name} calls ${id}: ${status}`;
  const found: string[] = [];
  if (!may && !isRefused && !wasTroubled) found.push(`Only a live key with the scope calls: ${said}`);
  if ((!may || isRefused) && changes.length > 0)
    found.push(`What a key may not do changes nothing: ${said}, and changed ${changes.join(", ")}`);
  // Money, lifetime keys and people's data take the highest level, which a key of its area may lack.
  if (isRefused && may && allows(key.scopes, needs[0]?.area ?? "", "critical"))
    found.push(`A live key with the scope calls: ${said}`);
  return found;
}

const isCallOf = (key: ScriptKey) => (row: Record<string, unknown>) =>
  row.action === "apiKeys/call" && row.subject === `apiKey#${key.id}`;

/** Each call of a key that works is in the log once, by the key's name. One that a fault met may be missing. */
export const callsAreAudited: Invariant = ({ shop, people }: Settled) => {
  const entries = shop.database.rows("Audit");
  return people.apiKeys.flatMap((key) => {
    const own = entries.filter(isCallOf(key));
    const calls = shop.scripted.filter(({ apiKey }) => apiKey === key.secret);
    const wrong = own.filter(({ operator }) => operator !== `key:${key.name}`).length;
    return [
      ...new Set([...calls.map(({ id }) => id), ...own.map(({ after }) => (after as { call: string }).call)]),
    ]
      .map((id) => {
        const made = calls.filter((one) => one.id === id && one.status !== 401);
        const sure = made.filter(({ wasTroubled }) => !wasTroubled).length;
        const logged = own.filter(({ after }) => (after as { call: string }).call === id).length;
        const isRight = logged >= sure && logged <= made.length && wrong === 0;
        return isRight
          ? ""
          : `A key's call is audited once: ${key.name} called ${id} ${sure} to ${made.length} times, ${logged} entries`;
      })
      .filter((sentence) => sentence !== "");
  });
};

/** A key ends once, with an entry, and at the latest when the operator who created it is removed. */
export const keysEndOnce: Invariant = ({ shop, people }: Settled) => {
  const entries = shop.database.rows("Audit").filter(({ action }) => action === "apiKeys/revokeApiKey");
  const removed = shop.database.rows("Audit").filter(({ action }) => action === "operator:remove");
  const keys = shop.database.partition("Users", "apiKeys");
  return [
    ...keys.flatMap(({ sk, createdBy, revokedAt }) => {
      const told = entries.filter(({ subject }) => subject === `apiKey#${sk}`).length;
      if (told !== (revokedAt === null ? 0 : 1)) return [`A key is revoked once: ${sk} has ${told} entries`];
      return revokedAt === null && people.left.includes(String(createdBy))
        ? [`A key leaves with its operator: ${sk} of ${createdBy} is not revoked`]
        : [];
    }),
    ...people.left
      .filter((sub) => removed.filter(({ subject }) => subject === `operator#${sub}`).length !== 1)
      .map((sub) => `A removal is audited once: that of ${sub}`),
  ];
};
