import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClock } from "../../src/control/clock.ts";
import { settleAll } from "../../src/control/settle.ts";
import { timeMover } from "../../src/control/timeMover.ts";

const HOUR = 3_600_000;
const directory = mkdtempSync(path.join(tmpdir(), "clock-"));
const file = path.join(directory, "clock.json");
afterEach(() => rmSync(file, { force: true }));

describe("the stack's clock", () => {
  it("keeps its offset in every thread and after a restart", () => {
    const clock = createClock(file);
    clock.setOffset(31 * 24 * HOUR);
    expect(clock.now().getTime() - Date.now()).toBeGreaterThan(31 * 24 * HOUR - 1000);
    expect(new BigInt64Array(clock.shared)[0]).toBe(BigInt(31 * 24 * HOUR));
    expect(createClock(file).offsetMs).toBe(31 * 24 * HOUR);
  });

  it("replaces its file in one step", () => {
    const clock = createClock(file);
    clock.setOffset(HOUR);
    const before = readFileSync(file, "utf8");
    const held = openSync(file, "r");
    clock.setOffset(31 * 24 * HOUR);
    expect(readFileSync(held, "utf8")).toBe(before);
    closeSync(held);
  });

  it("does not write its file at each stop of a move, but at the end", () => {
    const clock = createClock(file);
    for (let hour = 1; hour <= 100; hour += 1) clock.pass(hour * HOUR);
    expect(clock.offsetMs).toBe(100 * HOUR);
    expect(createClock(file).offsetMs).toBeLessThan(100 * HOUR);
    clock.setOffset(101 * HOUR);
    expect(createClock(file).offsetMs).toBe(101 * HOUR);
  });

  it("starts at real time if its file is incomplete", () => {
    writeFileSync(file, '{"offsetM');
    expect(createClock(file).offsetMs).toBe(0);
  });
});

function moving(dueAfterHours: number[] = []) {
  const clock = createClock();
  const seen: string[] = [];
  const hours = () => Math.round(clock.offsetMs / HOUR);
  const move = timeMover({
    clock,
    followers: [
      {},
      {
        advanceTo: async (time) => {
          seen.push(`stripe ${Math.round((time.getTime() - Date.now()) / HOUR)}`);
        },
      },
    ],
    schedules: {
      advance: async (to, moveTo) => {
        const start = clock.offsetMs;
        for (const after of dueAfterHours) {
          const at = new Date(Date.now() + start + after * HOUR);
          if (at > to) break;
          await moveTo(at);
          seen.push(`schedule at ${hours()}`);
        }
        await moveTo(to);
      },
    },
  });
  return { clock, seen, move, hours };
}

describe("moving the time", () => {
  it("runs followers and then schedules at each due time", async () => {
    const { move, seen, hours } = moving([1, 5, 100]);
    await move({ advanceSeconds: 10 * 3600 });
    expect(seen.slice(0, 4)).toEqual(["stripe 1", "schedule at 1", "stripe 5", "schedule at 5"]);
    expect(seen).not.toContain("schedule at 100");
    expect(seen.at(-1)).toBe("stripe 10");
    expect(hours()).toBe(10);
  });

  it("passes lastRuns on to the schedules", async () => {
    const advance = vi.fn(async () => {});
    const move = timeMover({ clock: createClock(), followers: [], schedules: { advance } });
    await move({ advanceSeconds: 60, lastRuns: 3 });
    expect(advance).toHaveBeenCalledWith(expect.any(Date), expect.any(Function), 3);
  });

  it("makes concurrent moves one after the other", async () => {
    const { move, hours, seen } = moving();
    await Promise.all([move({ advanceSeconds: 3600 }), move({ advanceSeconds: 7200 })]);
    expect(hours()).toBe(3);
    expect(seen.at(-1)).toBe("stripe 3");
  });

  it("returns to real time on a reset", async () => {
    const { move, clock } = moving();
    await move({ advanceSeconds: 3600 });
    await move({ reset: true });
    expect(clock.offsetMs).toBe(0);
  });

  it("moves back without running anything, and forward again from there", async () => {
    const { move, seen, hours } = moving();
    await move({ backSeconds: 5 * 3600 });
    expect(seen).toEqual([]);
    expect(hours()).toBe(-5);
    await move({ advanceSeconds: 5 * 3600 });
    expect(seen.at(-1)).toBe("stripe 0");
    expect(hours()).toBe(0);
  });

  it("continues after a failed move", async () => {
    const clock = createClock();
    let fails = true;
    const move = timeMover({
      clock,
      followers: [
        {
          advanceTo: async () => {
            if (fails) throw new Error("no");
          },
        },
      ],
      schedules: { advance: async () => {} },
    });
    await expect(move({ advanceSeconds: 1 })).rejects.toThrow("no");
    fails = false;
    await move({ advanceSeconds: 1 });
    expect(clock.offsetMs).toBeGreaterThan(0);
  });
});

describe("settling", () => {
  it("ends after a round in which nothing happened", async () => {
    let work = 0;
    let left = 3;
    const order: string[] = [];
    await settleAll([
      {
        settle: async (again) => {
          order.push(again ? "webhooks again" : "webhooks");
        },
        activity: () => work,
      },
      {
        settle: async () => {
          order.push("queues");
          if (left-- > 0) work += 1;
        },
        activity: () => work,
      },
    ]);
    const round = ["webhooks again", "queues"];
    expect(order).toEqual(["webhooks", "queues", ...round, ...round, ...round]);
  });
});

process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
