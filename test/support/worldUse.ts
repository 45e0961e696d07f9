import path from "node:path";
import { afterAll, expect } from "vitest";
import { ungranted } from "../simulation/ungranted.ts";
import { writeUse } from "../simulation/usage.ts";
import "../world/prices.ts";

/** After a file of stories, the permissions that its calls used count as used in test/permissions. */
afterAll(() => {
  const denied = ungranted();
  writeUse(path.basename(expect.getState().testPath ?? "", ".test.ts"));
  expect(denied).toEqual([]);
});
