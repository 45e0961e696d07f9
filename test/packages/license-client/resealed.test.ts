import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import type { Kept } from "../../../packages/license-client/src/store.ts";
import { type Computer, createComputer } from "./computer.ts";
import { reseal } from "./reseal.ts";
import { ISSUER, KEY, START } from "./service.ts";
import { signToken } from "./sign.ts";

const YEAR = 365 * DAY;

/** A stored clock that shows the time one hour after the lease's start. */
const backdated = (computer: Computer) => ({
  offset: START + HOUR - computer.time.now(),
  seen: START,
  asked: 0,
});
const nameOf = async (computer: Computer) => (await computer.open().state()).name;

describe("a store that was edited and sealed again", () => {
  let computer: Computer;
  beforeEach(async () => {
    computer = createComputer();
    await computer.open().activate(KEY);
    computer.service.isDown = true;
  });

  test.each([2 * DAY + MINUTE, 9 * DAY, YEAR, 5 * YEAR])(
    "does not make a lease of a day work %i ms later",
    async (time) => {
      expect(await nameOf(computer)).toBe("active");
      computer.pass(time);
      for (const proof of ["kept", null, "x.y.z"]) {
        reseal(computer, (kept) => ({
          ...kept,
          clock: backdated(computer),
          proof: proof === "kept" ? kept.proof : proof,
        }));
        expect(await nameOf(computer)).not.toBe("active");
      }
    },
  );

  test("does not make an ended lease work with an answer that is forged, for another use, or older", async () => {
    const local = computer.time.now() + 9 * DAY;
    const claims = { iss: ISSUER, nonce: `nonce_${local}`, iat: Math.floor(START / 1000) };
    const older = { ...claims, iat: claims.iat - 60, nonce: "nonce-without-a-clock" };
    computer.pass(9 * DAY);
    for (const proof of [
      signToken(createComputer().service.keys.current, "answer+jwt", claims),
      signToken(computer.service.keys.current, "lease+jwt", claims),
      signToken(computer.service.keys.current, "answer+jwt", {
        ...claims,
        iss: "https://another.example.com",
      }),
      signToken(computer.service.keys.current, "answer+jwt", older),
    ]) {
      reseal(computer, (kept) => ({ ...kept, clock: backdated(computer), proof }));
      expect(await nameOf(computer)).not.toBe("active");
    }
  });

  test("gains at most a day without the service's answer", async () => {
    computer.pass(DAY + HOUR);
    reseal(computer, (kept) => ({ ...kept, clock: backdated(computer), proof: null }));
    expect(await nameOf(computer)).toBe("active");
    computer.pass(DAY);
    reseal(computer, (kept) => ({ ...kept, clock: backdated(computer), proof: null }));
    expect(await nameOf(computer)).not.toBe("active");
  });
});

describe("on an honest computer", () => {
  test.each([-400 * DAY, 400 * DAY])(
    "a clock that stays %i ms wrong does not stop offline work after a restart",
    async (error) => {
      const computer = createComputer();
      computer.time.set(START + error);
      await computer.open().activate(KEY);
      computer.service.isDown = true;
      computer.pass(DAY - MINUTE);
      expect(await nameOf(computer)).toBe("active");
      computer.pass(MINUTE);
      expect(await nameOf(computer)).not.toBe("active");
    },
  );

  test("one refresh is enough after the clock once showed 2030", async () => {
    const computer = createComputer();
    await computer.open().activate(KEY);
    computer.time.set(Date.parse("2030-01-01T00:00:00.000Z"));
    await computer.open().state();
    computer.time.set(START);
    expect((await computer.open().refresh()).state.name).toBe("active");
    computer.service.isDown = true;
    expect(await nameOf(computer)).toBe("active");
  });

  test("a store of version 1.2, which has no signed answer, keeps working with a clock that is minutes off", async () => {
    const computer = createComputer();
    computer.time.set(START + 9 * MINUTE);
    await computer.open().activate(KEY);
    computer.service.isDown = true;
    reseal(computer, ({ proof: _, ...kept }) => kept as Kept);
    expect(await nameOf(computer)).toBe("active");
  });
});
