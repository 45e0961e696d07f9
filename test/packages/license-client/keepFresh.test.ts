import { beforeEach, describe, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import type { License } from "../../../packages/license-client/src/api.ts";
import { type Computer, createComputer } from "./computer.ts";
import { KEY, START } from "./service.ts";

let computer: Computer;
let license: License;
beforeEach(() => {
  computer = createComputer();
  license = computer.open();
});

describe("keeping fresh", () => {
  const turn = async () => {
    const done = computer.time.ring();
    computer.service.now = computer.time.now();
    await done;
  };

  test("half a day apart when all is well, soon again and then later when not", async () => {
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

  test("soon again, though the lease is valid for days", async () => {
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

  test("for a week, and work may always begin", async () => {
    await license.activate(KEY);
    const end = license.keepFresh();
    while (computer.time.now() < START + 7 * DAY) {
      await turn();
      expect((await license.state()).name).toBe("active");
    }
    end();
  });
});
