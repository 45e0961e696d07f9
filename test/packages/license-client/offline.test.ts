import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import type { License } from "../../../packages/license-client/src/api.ts";
import { fingerprintOf } from "../../../packages/license-client/src/fingerprint.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { type Kept, seal } from "../../../packages/license-client/src/store.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { type Computer, createComputer } from "./computer.ts";
import { ISSUER, KEY, START } from "./service.ts";
import { signToken } from "./sign.ts";

let computer: Computer;
let license: License;
beforeEach(() => {
  computer = createComputer();
  license = computer.open();
});

/** Edits the stored license as an attacker would. */
function edit(change: (content: Record<string, unknown>) => object): License {
  const outer = JSON.parse(computer.kept.get("license") ?? "{}");
  const content = JSON.stringify(change(JSON.parse(outer.content)));
  computer.kept.set("license", JSON.stringify({ ...outer, content }));
  return computer.open();
}

const CHANGED = { name: "needs-connection", reason: "changed" };

describe("offline", () => {
  beforeEach(async () => {
    await license.activate(KEY);
    computer.service.isDown = true;
  });

  test("a refresh reports that the service is unreachable, and the license stays active", async () => {
    expect(await license.refresh()).toMatchObject({
      outcome: "not-reached",
      refusal: null,
      state: { name: "active" },
    });
  });

  test("work is possible until the lease ends, even after a restart", async () => {
    computer.pass(DAY - MINUTE);
    license = computer.open();
    expect((await license.state()).name).toBe("active");
    computer.pass(MINUTE);
    expect(await license.state()).toMatchObject({ name: "needs-connection", reason: "lease-ended" });
  });

  test.each(["install", "board", "cpu", "disk", "network"])(
    "a computer with a new %s keeps its license",
    async (kind) => {
      computer.components[kind] = "replaced";
      license = computer.open();
      expect((await license.state()).name).toBe("active");
      computer.service.isDown = false;
      expect(await license.refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
    },
  );

  test("running work is never stopped", async () => {
    const work = await license.beginWork();
    computer.pass(30 * DAY);
    expect(await license.beginWork()).toBeNull();
    expect(work?.mayContinue).toBe(true);
    expect(license.runningWork).toBe(1);
    work?.end();
    work?.end();
    expect(license.runningWork).toBe(0);
  });
});

describe("the clock", () => {
  test("set back by more than a day requires a connection until it is corrected or a call reaches the service", async () => {
    computer.service.license = { ...computer.service.license };
    await license.activate(KEY);
    computer.pass(20 * HOUR);
    await license.state();
    computer.time.set(computer.time.now() - 25 * HOUR);
    license = computer.open();
    expect(await license.state()).toMatchObject({ name: "needs-connection", reason: "clock" });
    computer.time.set(computer.time.now() + 25 * HOUR);
    expect((await license.state()).name).toBe("active");
    computer.time.set(computer.time.now() - 25 * HOUR);
    expect((await license.refresh()).state.name).toBe("active");
  });

  test("set back by less than a day gains nothing, even after a restart", async () => {
    await license.activate(KEY);
    computer.pass(20 * HOUR);
    await license.state();
    computer.time.set(computer.time.now() - 19 * HOUR);
    license = computer.open();
    expect((await license.state()).name).toBe("active");
    computer.pass(4 * HOUR);
    expect(await license.state()).toMatchObject({ name: "needs-connection", reason: "lease-ended" });
  });

  test("set back repeatedly does not stop the time of a running application", async () => {
    await license.activate(KEY);
    const start = computer.time.now();
    for (let hours = 0; hours < 23; hours += 1) {
      computer.pass(HOUR);
      computer.time.set(start);
      expect((await license.state()).name).toBe("active");
    }
    computer.pass(HOUR);
    computer.time.set(start);
    expect((await license.state()).name).toBe("needs-connection");
  });

  test.each([-DAY, DAY, -400 * DAY])("does not matter if it is off by %i ms", async (error) => {
    computer.time.set(START + error);
    license = computer.open();
    await license.activate(KEY);
    expect((await license.state()).name).toBe("active");
    computer.pass(DAY - MINUTE);
    expect((await license.state()).name).toBe("active");
    computer.pass(MINUTE);
    expect(await license.state()).toMatchObject({ reason: "lease-ended" });
  });

  test("that was far ahead needs only a refresh after its correction", async () => {
    await license.activate(KEY);
    computer.time.set(START + 900 * DAY);
    expect((await license.state()).name).toBe("needs-connection");
    await license.refresh();
    computer.time.set(START);
    expect((await license.refresh()).state.name).toBe("active");
  });
});

describe("the library rejects an edited store:", () => {
  beforeEach(async () => {
    await license.activate(KEY);
    computer.service.isDown = true;
  });

  const own = nextLeaseKeys();
  const selfSigned = (content: Record<string, unknown>, header = {}) =>
    signToken(
      own.current,
      "lease+jwt",
      {
        ...JSON.parse(Buffer.from(String(content.lease).split(".")[1] ?? "", "base64url").toString()),
        iss: ISSUER,
        exp: 4_102_444_800,
      },
      header,
    );

  test.each([
    ["by the user's key", () => ({}), []],
    [
      "by the user's key, which is in the chain",
      () => ({}),
      [signToken(own.current, "key+jwt", own.current)],
    ],
    ["in the name of the service's key", () => ({ kid: computer.service.keys.current.kid }), []],
  ] as const)(
    "a lease until 2100 that is signed %s, even if the store was sealed for this computer",
    async (_by, header, chain) => {
      const fingerprint = fingerprintOf(computer.components, "articlip", nodeCrypto);
      if (!fingerprint) throw new Error("The computer has no fingerprint");
      const sealed = async (change: (kept: Kept) => Kept) => {
        const { content } = JSON.parse(computer.kept.get("license") ?? "{}");
        computer.kept.set("license", seal(change(JSON.parse(content)), fingerprint, nodeCrypto));
        return (await computer.open().state()).name;
      };
      expect(await sealed((kept) => kept)).toBe("active");
      const forged = (kept: Kept) => ({
        ...kept,
        lease: selfSigned(kept, header()),
        chain: [...kept.chain, ...chain],
      });
      expect(await sealed(forged)).toBe("needs-connection");
    },
  );

  test.each([
    [
      "a forged lease until 2100",
      (content: Record<string, unknown>) => ({ ...content, lease: selfSigned(content) }),
    ],
    [
      "a forged lease, with its key",
      (content: Record<string, unknown>) => ({
        ...content,
        lease: selfSigned(content),
        keys: [own.current],
        chain: [signToken(own.current, "key+jwt", own.current)],
      }),
    ],
    [
      "another clock offset",
      (content: Record<string, unknown>) => ({ ...content, clock: { offset: -9 * 365 * DAY, seen: 0 } }),
    ],
    [
      "an earlier latest time",
      (content: Record<string, unknown>) => ({ ...content, clock: { offset: 0, seen: 1 } }),
    ],
    ["another seat", (content: Record<string, unknown>) => ({ ...content, seat: "another" })],
    [
      "another end of the license",
      (content: Record<string, unknown>) => ({ ...content, expiresAt: null, isOnline: true, warning: null }),
    ],
  ])("%s", async (_name, change) => {
    license = edit((content) => ({ ...change(content), edited: true }));
    expect(await license.state()).toMatchObject(CHANGED);
    computer.service.isDown = false;
    expect(await license.refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
  });

  test("a deleted refusal", async () => {
    computer.service.isDown = false;
    computer.service.license = {
      ...computer.service.license,
      entitlement: { ...computer.service.license.entitlement, ended: true },
    };
    await license.refresh();
    license = edit((content) => ({ ...content, refusal: null }));
    expect(await license.state()).toMatchObject(CHANGED);
  });

  test("the folder on another computer of the same model", async () => {
    Object.assign(computer.components, { install: "other", disk: "other", network: "other" });
    license = computer.open();
    expect(await license.state()).toMatchObject(CHANGED);
    computer.service.isDown = false;
    expect((await license.refresh()).refusal?.code).toBe("CLONE_SUSPECTED");
    expect(await license.state()).toMatchObject({ name: "needs-key", reason: "copied" });
  });
});
