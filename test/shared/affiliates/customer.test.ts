import { expect, test } from "vitest";
import { testLink } from "#shared/affiliates/customer.ts";

test.each([
  [undefined, true],
  ["winter-sale", true],
  ["", false],
  ["x".repeat(129), false],
])("the test of a link accepts the destination %j: %s", (destination, isAsked) => {
  expect(testLink.input.safeParse({ destination }).success).toBe(isAsked);
});
