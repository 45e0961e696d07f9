import path from "node:path";
import { afterAll, expect } from "vitest";
import { ungranted } from "../simulation/ungranted.ts";
import { writeUse } from "../simulation/usage.ts";
import "../world/prices.ts";

/** Set up before each file of stories: what its functions used counts as used for test/permissions. */
afterAll(() => {
  const denied = ungranted();
  writeUse(path.basename(expect.getState().testPath ?? "", ".test.ts"));
  expect(denied).toEqual([]);
});
