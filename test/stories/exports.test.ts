import { expect, test } from "vitest";
import { formatLicenseKey } from "#shared/licenses/key.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { theWorld } from "../world/world.ts";

const world = theWorld();

/** Adds copies of a key to the list of keys, each with its own last use. @returns the last uses */
function listCopies(count: number): string[] {
  const rows = world.rows("Directory").filter(({ pk }) => String(pk).startsWith("key#"));
  const entry = rows.find(({ sk }) => sk === "entry");
  const used = rows.find(({ sk }) => sk === "used");
  return Array.from({ length: count }, (_, at) => {
    const key = formatLicenseKey(Uint8Array.from([at >> 10, at >> 5, at, ...Array<number>(21).fill(0)]));
    const usedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString();
    const row = { ...(entry?.row as object), id: key, license_key: key };
    world.put("Directory", { ...entry, pk: `key#${key}`, sk: "entry", name: key, row });
    world.put("Directory", { ...used, pk: `key#${key}`, sk: "used", seenAt: `${usedAt} 0`, at: usedAt });
    return usedAt;
  });
}

test("an export in several parts has each key once, with its last use", async () => {
  const { userId } = await world.signUp();
  await world.operate("licenses/createLicenseKey", { userId });
  await world.settle();
  const uses = listCopies(2100);
  const columns = Object.keys(KeyRow.shape);
  const parts: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await world.operate("insights/exportList", { list: "license-keys", cursor });
    parts.push(String(body.csv).trimEnd().split("\r\n"));
    cursor = body.next as string | null;
  }
  const [header, ...keys] = parts.flat().map((line) => line.split(","));
  expect(header).toEqual(columns);
  expect(parts.length).toBeGreaterThan(1);
  expect(new Set(keys.map(([id]) => id)).size).toBe(keys.length);
  const exported = keys
    .map((cells) => cells[columns.indexOf("last_used_at")] ?? "")
    .filter((at) => at !== "");
  expect(exported.sort()).toEqual(uses.sort());
});
