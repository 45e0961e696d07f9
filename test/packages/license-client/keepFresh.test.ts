import { beforeEach, describe, expect, test } from "vitest";
import { AppError } from "#shared/errors.ts";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import type { License } from "../../../packages/license-client/src/api.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY, START } from "./service.ts";

let computer: Computer;
let license: License;
beforeEach(() => {
  computer = createComputer();
  license = computer.open();
});

describe("keepFresh", () => {
  const turn = async () => {
    const done = computer.time.ring();
    computer.service.now = computer.time.now();
    await done;
  };

  test("refreshes every half day, and after a failure retries soon and then less often", async () => {
    await license.activate(KEY);
    const end = license.keepFresh();
    await turn();
    expect(computer.time.nextIn()).toBeGreaterThan(10 * 60);
    expect(computer.time.nextIn()).toBeLessThanOrEqual(12 * 60);
    computer.service.isDown = true;
    await turn();
    expect(computer.time.nextIn()).toBeLessThanOrEqual(1);
    await turn();
    expect(computer.time.nextIn()).toBeGreaterThan(1);
    for (let index = 0; index < 10; index += 1) await turn();
    expect(computer.time.nextIn()).toBeLessThanOrEqual(60);
    end();
    expect(computer.time.nextIn()).toBe(Number.POSITIVE_INFINITY);
  });

  test("retries soon after a failure even if the lease is valid for days", async () => {
    await license.activate(KEY);
    computer.pass(30 * DAY);
    const end = license.keepFresh();
    await turn();
    computer.service.isDown = true;
    await turn();
    expect(await license.state()).toMatchObject({ warning: null });
    expect(computer.time.nextIn()).toBeLessThanOrEqual(1);
    end();
  });

  test("keeps the license active for a week", async () => {
    await license.activate(KEY);
    const end = license.keepFresh();
    while (computer.time.now() < START + 7 * DAY) {
      await turn();
      expect((await license.state()).name).toBe("active");
    }
    end();
  });

  describe("with a lease of ten minutes, because two other computers have a lease,", () => {
    beforeEach(() => {
      const endsAt = new Date(START + 7 * DAY).toISOString();
      computer.service.license = {
        ...computer.service.license,
        leases: ["first", "second"].map((fingerprint) => ({ fingerprint, endsAt, isFull: true })),
      };
    });

    /** Runs for half an hour and checks that no lease ends in between. */
    async function staysActive(): Promise<void> {
      while (computer.time.now() < START + 30 * MINUTE) {
        const { leaseEndsAt } = await license.state();
        const next = computer.time.now() + computer.time.nextIn() * MINUTE;
        expect(next).toBeLessThan(leaseEndsAt?.getTime() ?? 0);
        await turn();
      }
    }

    test("renews the lease before its end if an activation stores the lease between two runs", async () => {
      const end = license.keepFresh();
      for (let index = 0; index < 3; index += 1) await turn();
      computer.time.set(START);
      computer.service.now = START;
      await license.activate(KEY);
      expect(computer.time.nextIn()).toBeLessThanOrEqual(5);
      await staysActive();
      end();
    });

    test("notices at the next read of the state that another process has stored the lease", async () => {
      const end = license.keepFresh();
      for (let index = 0; index < 10; index += 1) await turn();
      await computer.open().activate(KEY);
      expect(computer.time.nextIn()).toBeGreaterThan(50);
      await license.state();
      expect(computer.time.nextIn()).toBeLessThanOrEqual(5);
      end();
    });

    test("renews the lease in time even if reports cannot be sent", async () => {
      await license.activate(KEY);
      await license.report("video_created");
      computer.service.failures["/api/activity"] = new AppError("RATE_LIMITED", "Later");
      const end = license.keepFresh();
      await staysActive();
      end();
    });

    test("renews the lease in time even if the computer's clock is behind", async () => {
      computer.time.set(START - HOUR);
      await license.activate(KEY);
      const end = license.keepFresh();
      await computer.time.ring();
      expect(computer.time.nextIn()).toBeLessThanOrEqual(5);
      end();
    });
  });

  test("is not delayed by an activation before its first run", async () => {
    const end = license.keepFresh();
    await license.activate(KEY);
    expect(computer.time.nextIn()).toBe(0);
    end();
  });

  test("sets no timer after it has ended, even if a new license is stored", async () => {
    const end = license.keepFresh();
    await turn();
    end();
    await license.activate(KEY);
    expect(computer.time.nextIn()).toBe(Number.POSITIVE_INFINITY);
  });
});
