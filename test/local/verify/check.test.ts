import { describe, expect, test } from "vitest";
import { type Check, hasFailed, NotHere, needed, runChecks } from "../../../scripts/verify/check.ts";
import { lineOf, missingLines, summaryOf } from "../../../scripts/verify/page.ts";

type Made = { key?: string; removed: string[] };

const makes: Check<Made> = {
  name: "makes a key",
  run: async (made) => {
    made.key = "K";
    return "made";
  },
  cleanup: async (made) => {
    made.removed.push("key");
    return "removed the key";
  },
};
const uses: Check<Made> = {
  name: "uses the key",
  run: async (made) => needed(made.key, "a key"),
  cleanup: async (made) => {
    made.removed.push("use");
    return undefined;
  },
};
const fails: Check<Made> = {
  name: "breaks",
  run: async () => {
    throw new Error("no connection", { cause: new Error("ECONNREFUSED") });
  },
};
const absent: Check<Made> = {
  name: "asks for alarms",
  run: async () => {
    throw new NotHere("there are none");
  },
};
const stuck: Check<Made> = {
  ...makes,
  cleanup: async () => {
    throw new Error("it is locked");
  },
};

async function run(...checks: Check<Made>[]) {
  const made: Made = { removed: [] };
  const shown: string[] = [];
  const lines = await runChecks(checks, made, ({ name }) => shown.push(name));
  return { made, shown, lines, outcomes: lines.map(({ outcome }) => outcome) };
}

describe("a run of checks", () => {
  test("passes created objects to later checks, and removes them in reverse order", async () => {
    const { made, shown, outcomes, lines } = await run(makes, uses);
    expect(outcomes).toEqual(["ok", "ok", "ok"]);
    expect(made.removed).toEqual(["use", "key"]);
    expect(shown).toEqual(["makes a key", "uses the key", "clean up: makes a key"]);
    expect(hasFailed(lines)).toBe(false);
  });

  test("continues after a failure, skips dependent checks, and fails as a whole", async () => {
    const { outcomes, lines, made } = await run(fails, uses, makes);
    expect(outcomes).toEqual(["FAILED", "skipped", "ok", "ok"]);
    expect(lines[0]?.reason).toBe("no connection (ECONNREFUSED)");
    expect(lines[1]?.reason).toBe("needs a key");
    expect(made.removed).toEqual(["key", "use"]);
    expect(hasFailed(lines)).toBe(true);
  });

  test("does not fail for a check that this shop cannot run", async () => {
    const { outcomes, lines } = await run(absent);
    expect(outcomes).toEqual(["not here"]);
    expect(hasFailed(lines)).toBe(false);
  });

  test("fails if an object could not be removed", async () => {
    const { outcomes, lines } = await run(stuck);
    expect(outcomes).toEqual(["ok", "FAILED"]);
    expect(lines[1]).toMatchObject({ name: "clean up: makes a key", reason: "it is locked" });
    expect(hasFailed(lines)).toBe(true);
  });
});

describe("the output", () => {
  const line = { name: "pages", outcome: "ok", seconds: 1.25, reason: "two\nlines" } as const;

  test("has one line for each check", () => {
    expect(lineOf(line)).toMatch(/^ {2}ok {8}pages +1\.3 s {2}two lines$/);
  });

  test("ends with the counts", () => {
    expect(summaryOf([line, line, { ...line, outcome: "FAILED" }])).toBe("2 ok, 1 FAILED in 3.8 s");
  });

  test("lists what is missing before the shop opens, or nothing", () => {
    expect(missingLines(["A demo film"])).toMatch(/^Missing before the shop opens.*\n {2}- A demo film$/);
    expect(missingLines([])).toBe("");
  });
});
