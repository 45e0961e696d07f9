import { expect, test } from "vitest";
import { fileSize } from "../../../web/src/ui/format.ts";

test.each([
  [0, "0 bytes"],
  [312, "312 bytes"],
  [84_240_000, "84.2 MB"],
  [1_400_000_000, "1.4 GB"],
])("a file of %i bytes is shown as %s", (bytes, words) => {
  expect(fileSize(bytes, "en-US")).toBe(words);
});
