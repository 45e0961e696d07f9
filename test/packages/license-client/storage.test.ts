import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { readFile, rename, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY } from "#shared/instant.ts";
import { localAddress } from "../../../packages/license-client/src/cli/address.ts";
import { type Files, fileStorage } from "../../../packages/license-client/src/node/fileStorage.ts";
import { MAX_KEPT, openOutbox } from "../../../packages/license-client/src/outbox.ts";
import { type Computer, createComputer } from "./computer.ts";
import { MemoryStorage } from "./memory.ts";
import { KEY } from "./service.ts";

const folder = mkdtempSync(join(tmpdir(), "storage-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("files", () => {
  const storage = fileStorage(join(folder, "new", "folder"));
  test("that do not exist read as undefined", async () => {
    expect(await storage.read("license")).toBeUndefined();
  });
  test("are read unchanged, are private to their owner, and leave no temporary files", async () => {
    await storage.write("license", "first");
    await storage.write("license", "second");
    expect(await storage.read("license")).toBe("second");
    expect(statSync(join(folder, "new", "folder", "license.json")).mode & 0o077).toBe(0);
    expect(readdirSync(join(folder, "new", "folder"))).toEqual(["license.json"]);
  });
  test("that cannot be read cause an error instead of a new activation", async () => {
    mkdirSync(join(folder, "broken", "license.json"), { recursive: true });
    await expect(fileStorage(join(folder, "broken")).read("license")).rejects.toThrow(/EISDIR/);
  });

  const partOf = (files: Partial<Files>): Files => ({
    readFile,
    rename,
    unlink,
    writeNew: async (path, text) => writeFileSync(path, text),
    ...files,
  });
  const held = (code: string): Error => Object.assign(new Error(code), { code });
  test.each(["EBUSY", "EPERM", "EACCES"])(
    "that another program locks briefly (%s) are read and replaced afterwards",
    async (code) => {
      const place = join(folder, code);
      await fileStorage(place).write("license", "old");
      let left = 4;
      const afterAMoment = async (): Promise<void> => {
        left -= 1;
        if (left >= 0 && left % 2 === 1) throw held(code);
      };
      const storage = fileStorage(
        place,
        partOf({
          readFile: (...given) => afterAMoment().then(() => readFile(...given)),
          rename: (...given) => afterAMoment().then(() => rename(...given)),
        }),
      );
      expect(await storage.read("license")).toBe("old");
      await storage.write("license", "new");
      expect(await fileStorage(place).read("license")).toBe("new");
    },
  );
  test.each<[string, Partial<Files>]>([
    [
      "a full disk",
      {
        writeNew: async (path, text) => {
          writeFileSync(path, text.slice(0, 3));
          throw new Error("ENOSPC");
        },
      },
    ],
    ["a rename that always fails", { rename: async () => Promise.reject(new Error("EACCES")) }],
  ])("keep the old text after %s", async (name, files) => {
    const place = join(folder, name);
    await fileStorage(place).write("license", "old");
    await expect(fileStorage(place, partOf(files)).write("license", "new text")).rejects.toThrow();
    expect(await fileStorage(place).read("license")).toBe("old");
    expect(readdirSync(place)).toEqual(["license.json"]);
  });
  test("left by a process that was killed during a write are removed later", async () => {
    const place = join(folder, "leftovers");
    await fileStorage(place).write("license", "old");
    writeFileSync(join(place, "license.1.new"), "half");
    utimesSync(join(place, "license.1.new"), 1, 1);
    writeFileSync(join(place, "license.2.new"), "of a living process");
    await fileStorage(place).write("license", "new");
    expect(readdirSync(place).sort()).toEqual(["license.2.new", "license.json"]);
  });
});

describe("the store", () => {
  let computer: Computer;
  beforeEach(() => {
    computer = createComputer();
  });

  test("that is full refuses an activation, keeps its content, and says so", async () => {
    computer.storage.writesLeft = 0;
    expect(await computer.open().activate(KEY)).toMatchObject({ outcome: "not-stored" });
    expect(computer.service.license.device).toBeNull();
    expect(computer.service.calls).toEqual([]);
  });

  test.each([0, 1])("that is full after %i writes loses no activation", async (writesLeft) => {
    const license = computer.open();
    await license.activate(KEY);
    computer.storage.writesLeft = writesLeft;
    expect(await license.refresh()).toMatchObject({
      outcome: "not-stored",
      state: { name: "active", warning: "disk" },
    });
    computer.storage.writesLeft = Number.POSITIVE_INFINITY;
    expect(await computer.open().refresh()).toMatchObject({
      outcome: "done",
      state: { name: "active", warning: null },
    });
  });

  test("that stays full until the lease ends tells the customer what to do", async () => {
    const license = computer.open();
    await license.activate(KEY);
    computer.storage.writesLeft = 0;
    computer.pass(2 * DAY);
    await license.refresh();
    expect(await license.state()).toMatchObject({ name: "needs-disk", reason: "write", action: "free-disk" });
  });

  test("whose lock file cannot be created is reported as a full disk", async () => {
    const license = computer.open();
    await license.activate(KEY);
    computer.storage.lock = () => Promise.reject(new Error("ENOSPC"));
    expect(await license.refresh()).toMatchObject({
      outcome: "not-stored",
      state: { name: "active", warning: "disk" },
    });
    expect(await license.report("error")).toBe(false);
    expect((await license.sendReports()).waiting).toBe(0);
  });

  test("that cannot be read for a while keeps the activation", async () => {
    const license = computer.open();
    await license.activate(KEY);
    computer.storage.isReadable = false;
    expect(await license.state()).toMatchObject({ name: "needs-disk", reason: "read" });
    expect(await license.refresh()).toMatchObject({ outcome: "not-stored" });
    expect(await license.report("error")).toBe(false);
    computer.storage.isReadable = true;
    expect((await license.state()).name).toBe("active");
  });

  test.each(["", "{", "[]", "null", '{"fingerprint":7}'])(
    "with the content %j is set aside, and the computer can activate again",
    async (text) => {
      computer.kept.set("license", text);
      expect(await computer.open().state()).toMatchObject({ name: "needs-key" });
      expect(computer.kept.get("license-unreadable")).toBe(text);
      expect((await computer.open().activate(KEY)).outcome).toBe("done");
    },
  );

  test("of version 0.3 keeps its seat after the update", async () => {
    const first = await computer.open().activate(KEY);
    expect(first.outcome).toBe("done");
    const kept = JSON.parse(JSON.parse(computer.kept.get("license") ?? "").content);
    const { device } = computer.service.license;
    if (!device) throw new Error("nobody has the seat");
    const fingerprint = "0b0f1c9e-by-chance";
    computer.service.license = { ...computer.service.license, device: { ...device, fingerprint } };
    const { licenseKey, activationId, refreshSecret, lease } = kept;
    computer.kept.set(
      "license",
      JSON.stringify({
        fingerprint,
        licenseKey,
        activationId,
        refreshSecret,
        lease,
        attemptId: null,
        keys: [],
        clock: { offset: 0, lastSeen: 0 },
      }),
    );
    const license = computer.open();
    expect(await license.state()).toMatchObject({ name: "needs-connection", reason: "changed" });
    expect(await license.refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
    expect(computer.service.license.device?.fingerprint).toMatch(/^fp3\./);
  });

  class Killed extends Error {}
  test("survives a kill at any instruction of an activation, a refresh or a deactivation", async () => {
    for (const call of ["activate", "refresh", "deactivate"] as const)
      for (let instruction = 0; ; instruction += 1) {
        computer = createComputer();
        const license = computer.open();
        await license.activate(KEY);
        let left = instruction;
        // After this instruction the process is dead and uses neither disk nor network.
        computer.storage.onStep = () => {
          left -= 1;
          if (left < 0) throw new Killed();
        };
        await (call === "activate" ? license.activate(KEY) : license[call]());
        const wasKilled = left < 0;
        const after = computer.open(new MemoryStorage(computer.kept));
        const state = await after.state();
        if (call !== "deactivate") {
          expect(state.name, `${call} ${instruction}`).toBe("active");
          expect((await after.refresh()).outcome, `${call} ${instruction}`).toBe("done");
        } else if (state.name === "active") expect((await after.deactivate()).outcome).toBe("done");
        if (!wasKilled) break;
      }
  });

  test("two windows share one activation", async () => {
    const [one, other] = [computer.open(), computer.open()];
    await one.activate(KEY);
    expect((await other.state()).name).toBe("active");
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).refresh()),
    );
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["done"]));
  });

  test("an aborted call changes nothing", async () => {
    const license = computer.open();
    await license.activate(KEY);
    const abort = new AbortController();
    computer.service.tamper = (answer) => {
      abort.abort();
      return { ...answer, proof: null };
    };
    expect(await license.refresh({ signal: abort.signal })).toMatchObject({
      outcome: "aborted",
      state: { name: "active" },
    });
    computer.service.tamper = undefined;
    expect((await license.refresh()).outcome).toBe("done");
  });

  test("an error in the application's listener does not fail the call", async () => {
    const license = computer.open();
    computer.states.push = () => {
      throw new Error("a window that is gone");
    };
    expect((await license.activate(KEY)).outcome).toBe("done");
  });

  test("a listener that rejects later does not fail the call", async () => {
    const failed = vi.fn();
    process.on("unhandledRejection", failed);
    computer.states.push = (() => Promise.reject(new Error("a window that is gone"))) as never;
    expect((await computer.open().activate(KEY)).outcome).toBe("done");
    await new Promise((done) => setImmediate(done));
    process.off("unhandledRejection", failed);
    expect(failed).not.toHaveBeenCalled();
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

  test("drops the oldest reports beyond its limit and counts them", async () => {
    const entries = Array.from({ length: MAX_KEPT }, (_, index) => entry(index));
    const storage = new MemoryStorage(new Map([["outbox", JSON.stringify(entries)]]));
    const outbox = openOutbox(storage);
    await Promise.all([outbox.add(entry(MAX_KEPT)), openOutbox(storage).add(entry(MAX_KEPT + 1))]);
    const content = await outbox.read();
    expect(content.entries).toHaveLength(MAX_KEPT);
    expect(content.entries[0]).toEqual(entry(2));
    expect(content.dropped).toEqual({ full: 2, refused: 0 });
  });

  test("leaves out entries that it cannot read or that the service would refuse", async () => {
    const long = "x".repeat(3000);
    const text = JSON.stringify([
      entry(1),
      { id: "x", type: "unknown", at: "" },
      null,
      7,
      ...["id", "at", "title"].map((name) => ({ ...entry(2), [name]: long })),
    ]);
    const outbox = openOutbox(new MemoryStorage(new Map([["outbox", text]])));
    expect((await outbox.read()).entries).toEqual([entry(1)]);
  });
});

describe("the address of the stack on this machine", () => {
  test("is found from any folder below the project", async () => {
    mkdirSync(join(folder, "project/.local"), { recursive: true });
    mkdirSync(join(folder, "project/deep/down"), { recursive: true });
    writeFileSync(join(folder, "project/.local/stack.json"), '{"apiUrl":"http://localhost:4400/backend"}');
    expect(await localAddress(join(folder, "project/deep/down"))).toBe("http://localhost:4400/backend");
  });
  test("is unknown if no stack runs", async () => {
    expect(await localAddress(folder)).toBeUndefined();
  });
});
