import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { localAddress } from "../../../packages/license-client/src/cli/address.ts";
import { MOST_SENT, openOutbox } from "../../../packages/license-client/src/outbox.ts";
import { loadState } from "../../../packages/license-client/src/state.ts";
import { fileStorage } from "../../../packages/license-client/src/storage/file.ts";
import { webStorage } from "../../../packages/license-client/src/storage/web.ts";

const folder = mkdtempSync(join(tmpdir(), "storage-"));
afterAll(() => rmSync(folder, { recursive: true }));

function inMemory() {
  const kept = new Map<string, string>();
  const storage = webStorage({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  });
  return { kept, storage };
}

describe("files", () => {
  const storage = fileStorage(join(folder, "new", "folder"));
  test("that are not there yet are nothing", async () => {
    expect(await storage.read("license")).toBeUndefined();
  });
  test("are read as they were written, by their owner alone", async () => {
    await storage.write("license", "first");
    await storage.write("license", "second");
    expect(await storage.read("license")).toBe("second");
    expect(statSync(join(folder, "new", "folder", "license.json")).mode & 0o077).toBe(0);
  });
  test("that cannot be read are an error, not a new computer", async () => {
    mkdirSync(join(folder, "broken", "license.json"), { recursive: true });
    await expect(fileStorage(join(folder, "broken")).read("license")).rejects.toThrow(/EISDIR/);
  });
});

describe("the state of a computer", () => {
  test("begins with a fingerprint that stays", async () => {
    const { storage } = inMemory();
    const first = await loadState(storage, () => "made-the-first-time");
    expect((await loadState(storage, () => "made-again")).fingerprint).toBe(first.fingerprint);
  });
  test.each(["", "{", "[]", "null", '{"fingerprint":7}'])("that reads %j begins anew", async (text) => {
    const { kept, storage } = inMemory();
    kept.set("license.license", text);
    expect(await loadState(storage, () => "new-fingerprint")).toMatchObject({
      fingerprint: "new-fingerprint",
      activationId: null,
    });
  });
});

describe("the outbox", () => {
  const entry = (index: number) =>
    ({
      id: `entry ${index}`,
      type: "video_created",
      status: "success",
      at: "2026-03-15T12:00:00.000Z",
    }) as const;

  test("hands out the oldest first, a batch at a time, and again until they are forgotten", async () => {
    const { storage } = inMemory();
    const outbox = await openOutbox(storage);
    for (let index = 0; index < 30; index += 1) await outbox.add(entry(index));
    expect(outbox.next().map(({ id }) => id)).toEqual(
      Array.from({ length: MOST_SENT }, (_, i) => `entry ${i}`),
    );
    expect(outbox.next()).toEqual(outbox.next());
    await outbox.forget(outbox.next());
    expect((await openOutbox(storage)).size).toBe(5);
  });

  test("leaves out what it cannot read", async () => {
    const { kept, storage } = inMemory();
    kept.set("license.outbox", JSON.stringify([entry(1), { id: "x", type: "unknown", at: "" }, null, 7]));
    expect((await openOutbox(storage)).next()).toEqual([entry(1)]);
  });
});

describe("the address of the stack on this machine", () => {
  test("is found from any folder below", async () => {
    mkdirSync(join(folder, "project/.local"), { recursive: true });
    mkdirSync(join(folder, "project/deep/down"), { recursive: true });
    writeFileSync(join(folder, "project/.local/stack.json"), '{"apiUrl":"http://localhost:4400/backend"}');
    expect(await localAddress(join(folder, "project/deep/down"))).toBe("http://localhost:4400/backend");
  });
  test("is unknown where none runs", async () => {
    expect(await localAddress(folder)).toBeUndefined();
  });
});
