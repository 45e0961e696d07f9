import { beforeEach, describe, expect, test, vi } from "vitest";
import { electronVault, inVault } from "../../../packages/license-client/src/node/vault.ts";
import { type Computer, createComputer } from "./computer.ts";
import { MemoryStorage } from "./memory.ts";
import { KEY } from "./service.ts";

describe("the system's keychain", () => {
  const reversed = (text: string) => [...text].reverse().join("");
  test.each([
    [
      "asynchronous",
      {
        encryptStringAsync: async (text: string) => Buffer.from(reversed(text)),
        decryptStringAsync: async (data: Buffer) => ({ result: reversed(data.toString()) }),
      },
    ],
    [
      "synchronous",
      {
        encryptString: (text: string) => Buffer.from(reversed(text)),
        decryptString: (data: Buffer) => reversed(data.toString()),
      },
    ],
  ])("encrypts with Electron's %s calls, and reads earlier unencrypted text", async (_name, safeStorage) => {
    const open = new MemoryStorage(new Map([["license", '{"open":true}']]));
    const storage = inVault(open, electronVault(safeStorage));
    expect(await storage.read("license")).toBe('{"open":true}');
    await storage.write("license", "secret");
    expect(open.kept.get("license")).not.toContain("secret");
    expect(await storage.read("license")).toBe("secret");
  });
});

test("a keychain that cannot decrypt is not used, and a warning says so", async () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const broken = {
    encrypt: (text: string) => text,
    decrypt: (): string => {
      throw new Error("no key");
    },
  };
  const computer = createComputer();
  const open = () => {
    const { storage } = computer;
    return computer.open(
      inVault(
        {
          read: (name) => storage.read(name),
          write: (name, text) => storage.write(name, text),
          lock: (name, work) => storage.lock(name, work),
        },
        broken,
      ),
    );
  };
  expect((await open().activate(KEY)).outcome).toBe("done");
  expect((await open().state()).name).toBe("active");
  expect(warned).toHaveBeenCalledWith(expect.stringContaining("keychain"));
  warned.mockRestore();
});

describe("a store in the system's keychain", () => {
  const keychain = { key: "one", isLocked: false };
  const vault = {
    encrypt(text: string) {
      if (keychain.isLocked) throw new Error("locked");
      return `${keychain.key}|${text}`;
    },
    decrypt(text: string) {
      const [key, ...rest] = text.split("|");
      if (keychain.isLocked || key !== keychain.key) throw new Error("no such key");
      return rest.join("|");
    },
  };
  let computer: Computer;
  const open = () => {
    const { storage } = computer;
    const locked = inVault(
      {
        read: (name) => storage.read(name),
        write: (name, text) => storage.write(name, text),
        lock: (name, work) => storage.lock(name, work),
      },
      vault,
    );
    return computer.open(locked);
  };
  beforeEach(async () => {
    Object.assign(keychain, { key: "one", isLocked: false });
    computer = createComputer();
    expect((await open().activate(KEY)).outcome).toBe("done");
  });

  test("that is locked says so, refuses an activation, and works after it is unlocked", async () => {
    keychain.isLocked = true;
    const license = open();
    expect(await license.state()).toMatchObject({ name: "needs-disk", reason: "read" });
    expect((await license.activate(KEY)).outcome).toBe("not-stored");
    expect(await license.report("error")).toBe(false);
    keychain.isLocked = false;
    expect((await license.state()).name).toBe("active");
  });

  test("that has lost its key asks for the license key, and costs no swap", async () => {
    await open().report("video_created");
    const before = computer.kept.get("license");
    keychain.key = "of another keychain";
    const license = open();
    expect((await license.state()).name).toBe("needs-key");
    expect(computer.kept.get("license-unreadable")).toBe(before);
    expect(await license.activate(KEY)).toMatchObject({ outcome: "done", state: { name: "active" } });
    expect(await license.report("video_created")).toBe(true);
    expect((await license.sendReports()).waiting).toBe(0);
    expect(computer.service.license.totalSwaps).toBe(0);
  });
});
