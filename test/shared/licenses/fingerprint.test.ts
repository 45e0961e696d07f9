import { describe, expect, test } from "vitest";
import { isSameComputer, mayReplace } from "#shared/licenses/fingerprint.ts";

const fingerprint = (components: Record<string, string>) =>
  `fp2.${Object.entries(components)
    .map(([kind, value]) => `${kind}${value.padEnd(16, "_")}`)
    .join(".")}`;
const DESK = { b: "board", c: "cpu", d: "disk", i: "install", n: "network" };

describe("a computer", () => {
  test.each([
    ["without changes", DESK],
    ["with a new disk", { ...DESK, d: "new" }],
    ["with a new disk and another network card", { ...DESK, d: "new", n: "new" }],
    ["with an unreadable component", { b: "board", c: "cpu", i: "install", n: "network" }],
  ])("%s counts as the same computer", (_name, now) => {
    expect(isSameComputer(fingerprint(DESK), fingerprint(now))).toBe(true);
    expect(isSameComputer(fingerprint(now), fingerprint(DESK))).toBe(true);
  });
});

describe("another computer", () => {
  test.each([
    ["of the same model", { ...DESK, d: "other", i: "other", n: "other" }],
    ["that reports only common components", { b: "board", c: "cpu" }],
    ["without a common component", { x: "x", y: "y", z: "z" }],
  ])("%s does not count as the same computer", (_name, other) => {
    expect(isSameComputer(fingerprint(DESK), fingerprint(other))).toBe(false);
  });

  test.each(["fp2.", "fp2.b", `fp2.b${"_".repeat(16)}.b${"_".repeat(16)}`, "an opaque fingerprint"])(
    "with the fingerprint %s is compared by its whole text",
    (text) => {
      expect(isSameComputer(text, fingerprint(DESK))).toBe(false);
      expect(isSameComputer(text, text)).toBe(true);
    },
  );
});

test("only an opaque fingerprint can be replaced, and only by a fingerprint of components", () => {
  expect(mayReplace("0b0f1c9e-made-up-by-chance", fingerprint(DESK))).toBe(true);
  expect(mayReplace("0b0f1c9e-made-up-by-chance", "another-made-up-one")).toBe(false);
  expect(mayReplace(fingerprint(DESK), fingerprint({ ...DESK, d: "new" }))).toBe(false);
});
