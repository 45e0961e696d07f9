import { allows, needsOf } from "#shared/apiKeys/levels.ts";
import { SCRIPT_ROUTES } from "#shared/apiKeys/scopes.ts";
import type { ScriptKey } from "../people.ts";
import type { Scripted } from "../scripted.ts";
import type { Shop } from "../shop.ts";
import type { Invariant, Settled } from "./invariant.ts";

const rowOf = (shop: Shop, key: ScriptKey) =>
  shop.database.partition("Users", "apiKeys").find(({ sk }) => sk === key.id);

/** Whether the key is valid now, regardless of its scopes. */
function isLive(shop: Shop, key: ScriptKey): boolean {
  const row = rowOf(shop, key);
  const isThere = shop.database
    .partition("Users", String(row?.createdBy))
    .some(({ sk }) => sk === "operator");
  const isOver = row?.expiresAt !== null && Date.parse(String(row?.expiresAt)) <= Date.now();
  return row?.revokedAt === null && isThere && !isOver;
}

/** Checks a call right after it. @returns a sentence for each violation */
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
  // Calls about money, lifetime keys or personal data need the highest level, which the key may lack.
  if (isRefused && may && allows(key.scopes, needs[0]?.area ?? "", "critical"))
    found.push(`A live key with the scope calls: ${said}`);
  return found;
}

const isCallOf = (key: ScriptKey) => (row: Record<string, unknown>) =>
  row.action === "apiKeys/call" && row.subject === `apiKey#${key.id}`;

/** Each call of a valid key is audited once under the key's name. A call with a fault may be missing. */
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

/** A revoked key has one audit entry, and removing an operator revokes the operator's keys. */
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
