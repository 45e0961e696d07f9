import { beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "#shared/errors.ts";
import { DAY, HOUR } from "#shared/instant.ts";
import { swapDevice } from "../../../functions/licenses/devices/rules.ts";
import type { License } from "../../../packages/license-client/src/api.ts";
import { type LeaseKeys, nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { entitled } from "../../functions/licenses/license.ts";
import { type Computer, createComputer } from "./computer.ts";
import { MemoryStorage } from "./memory.ts";
import { KEY, START } from "./service.ts";

let computer: Computer;
let license: License;
beforeEach(() => {
  computer = createComputer();
  license = computer.open();
});

describe("refreshing", () => {
  beforeEach(async () => {
    await license.activate(KEY);
  });

  test("after two lost answers, the next attempt succeeds and the license stays active", async () => {
    computer.service.losesAnswers = true;
    await license.refresh();
    license = computer.open();
    await license.refresh();
    computer.service.losesAnswers = false;
    expect((await license.refresh()).outcome).toBe("done");
    computer.pass(HOUR);
    expect((await license.refresh()).state.name).toBe("active");
  });

  test("while a refresh has no answer, the client sends no other call, because its secret may be used up", async () => {
    await license.report("video_created");
    computer.service.losesAnswers = true;
    await license.refresh();
    expect((await license.sendReports()).waiting).toBe(1);
    expect((await license.deactivate()).outcome).toBe("not-reached");
    expect(new Set(computer.service.calls.slice(1))).toEqual(new Set(["/api/license/refresh"]));
    computer.service.losesAnswers = false;
    expect((await license.sendReports()).waiting).toBe(0);
    expect((await license.deactivate()).refusal).toBeNull();
  });

  test("the client sends no used secret even if the lease has ended before the next attempt", async () => {
    computer.service.losesAnswers = true;
    await license.refresh();
    computer.service.losesAnswers = false;
    computer.pass(2 * DAY);
    expect((await license.refresh()).state.name).toBe("active");
  });

  test.each([
    ["EXPIRED", { ended: true }],
    ["SUSPENDED", { suspensions: ["account" as const] }],
    ["PAYMENT_REQUIRED", { suspensions: ["payment" as const] }],
  ])("no used secret is sent while the license is %s, and a later attempt works", async (code, change) => {
    computer.service.losesAnswers = true;
    await license.refresh();
    computer.service.losesAnswers = false;
    const { license: good } = computer.service;
    computer.service.license = entitled(change, good);
    expect((await license.refresh()).refusal?.code).toBe(code);
    // This refusal does not settle the refresh, so the client still sends no other call.
    await license.report("video_created");
    expect((await license.sendReports()).waiting).toBe(1);
    expect((await license.deactivate()).refusal?.code).toBe(code);
    expect(new Set(computer.service.calls.slice(1))).toEqual(new Set(["/api/license/refresh"]));
    license = computer.open();
    computer.service.license = good;
    expect(await license.refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
  });

  test("the service detects a copy of the stored state, and the original computer continues", async () => {
    const copied = computer.open(new MemoryStorage(new Map(computer.kept)));
    await license.refresh();
    expect((await copied.refresh()).refusal?.code).toBe("CLONE_SUSPECTED");
    expect((await copied.state()).name).not.toBe("active");
    expect((await license.refresh()).state.name).toBe("active");
  });

  test("after a swap, a refresh is refused, and the license is not active until the next activation", async () => {
    const work = await license.beginWork();
    computer.service.license = swapDevice(computer.service.license, new Date(computer.service.now));
    expect((await license.refresh()).refusal?.code).toBe("FINGERPRINT_MISMATCH");
    expect((await license.state()).name).not.toBe("active");
    expect(work?.mayContinue).toBe(true);
    expect((await license.activate(KEY)).state.name).toBe("active");
  });

  test("a renewed license works again without entering the key", async () => {
    const { license: good } = computer.service;
    computer.service.license = entitled({ ended: true }, good);
    expect((await license.refresh()).state).toMatchObject({
      name: "refused",
      reason: "EXPIRED",
      message: "This license has ended. Your account says how to continue.",
    });
    computer.service.license = good;
    expect((await license.refresh()).state.name).toBe("active");
  });

  test("the client fetches a rotated key of the service", async () => {
    computer.service.keys = nextLeaseKeys(computer.service.keys);
    expect((await license.refresh()).state.name).toBe("active");
    expect(computer.service.calls.filter((path) => path.endsWith("keys.json"))).toHaveLength(1);
  });

  test.each([
    ["fails", () => ({ failures: { "/api/license/keys.json": new AppError("INTERNAL_ERROR", "down") } })],
    ["gets an older answer", (cachedKeys: LeaseKeys) => ({ cachedKeys })],
  ])(
    "if the request for the keys %s, the earlier lease stays, and the next refresh works",
    async (_name, trouble) => {
      const { service } = computer;
      const { failures, cachedKeys, keys } = service;
      service.keys = nextLeaseKeys(nextLeaseKeys(keys));
      Object.assign(service, trouble(keys));
      expect(await license.refresh()).toMatchObject({
        outcome: "not-reached",
        state: { name: "active", leaseEndsAt: new Date(START + DAY) },
      });
      Object.assign(service, { failures, cachedKeys });
      computer.pass(HOUR);
      license = computer.open();
      expect(await license.refresh()).toMatchObject({
        outcome: "done",
        state: { name: "active", leaseEndsAt: new Date(START + DAY + HOUR) },
      });
    },
  );

  test.each(["refresh", "deactivate"] as const)(
    "a refusal of %s for a reason outside the license leaves the license active",
    async (call) => {
      for (const code of ["CONFLICT", "FORBIDDEN", "VALIDATION_ERROR", "RATE_LIMITED"] as const) {
        computer.service.failures[`/api/license/${call}`] = new AppError(code, "Not now");
        expect(await license[call]()).toMatchObject({
          outcome: "refused",
          state: { name: "active" },
        });
      }
      computer.service.failures = {};
      expect((await license.refresh()).refusal).toBeNull();
    },
  );

  test("during the wait for the network, the application can read the state and begin new work", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    computer.service.answersAfter = promise;
    computer.pass(HOUR);
    const refreshing = license.refresh();
    await vi.waitFor(() => expect(computer.service.calls).toContain("/api/license/refresh"));
    expect((await license.state()).name).toBe("active");
    expect(await license.beginWork()).toMatchObject({ mayContinue: true });
    resolve();
    expect(await refreshing).toMatchObject({ outcome: "done" });
  });

  test("two concurrent refreshes both succeed", async () => {
    const [one, other] = await Promise.all([license.refresh(), license.refresh()]);
    expect([one.refusal, other.refusal]).toEqual([null, null]);
  });
});
