import { describe, expect, test } from "vitest";
import { extrasFacts, formOf, readExtras } from "../../../web/src/operator/keys/extras.ts";

const EXTRAS = {
  features: ["voices", "export-4k"],
  coveredVersion: "3.2",
  coveredUntil: "2030-01-01T23:59:59.000Z",
  metadata: { team: "Ann & Co = us", order: "A-17" },
  isTrusted: true,
};
const EMPTY = { features: "", version: "", until: "", metadata: "", isTrusted: false };

test("the form returns saved values unchanged", () => {
  expect(readExtras(formOf(EXTRAS))).toEqual(EXTRAS);
  expect(readExtras(formOf(null))).toEqual({
    features: [],
    coveredVersion: null,
    coveredUntil: null,
    metadata: {},
  });
});

describe("the form says what is wrong with", () => {
  test.each([
    [{ features: "Voices" }, "A feature name can have up to 40 lowercase letters, digits and hyphens."],
    [{ version: "3.x" }, "Enter a version such as 3, 3.2 or 3.2.1."],
    [{ version: "3.2.1.0" }, "Enter a version such as 3, 3.2 or 3.2.1."],
    [{ metadata: "team" }, "Write each entry on its own line, as name = value."],
    [{ metadata: "team = \n" }, "Write each entry on its own line, as name = value."],
  ])("%j", (change, problem) => {
    expect(readExtras({ ...EMPTY, ...change })).toBe(problem);
  });
});

test("the panel lists only the values that are set", () => {
  expect(extrasFacts(null)).toEqual([]);
  expect(extrasFacts({ ...EXTRAS, coveredUntil: null, metadata: {}, isTrusted: false })).toEqual([
    { name: "Features", value: "voices, export-4k" },
    { name: "Covered version", value: "3.2" },
  ]);
  expect(extrasFacts(EXTRAS).at(-1)).toEqual({ name: "Trusted", value: "Yes" });
});
