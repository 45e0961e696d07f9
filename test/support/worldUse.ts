import path from "node:path";
import { afterAll, expect } from "vitest";
import { writeUse } from "../simulation/usage.ts";

/** Set up before each file of stories: what its functions used counts as used for test/permissions. */
afterAll(() => {
  writeUse(path.basename(expect.getState().testPath ?? "", ".test.ts"));
});
