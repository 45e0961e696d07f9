import { expect, test } from "vitest";
import { getCheckout } from "#shared/stripeEvents/customer.ts";

/** DynamoDB's limit for a partition key, minus the prefix of the id. */
const MAX_ID_BYTES = 2048 - 64;

test("every accepted id of a checkout fits into a key of DynamoDB, with any characters", () => {
  const { input } = getCheckout;
  const longest = "\u{1f600}".repeat(255 / 2);
  expect(input.safeParse({ sessionId: longest }).success).toBe(true);
  expect(Buffer.byteLength(longest)).toBeLessThan(MAX_ID_BYTES);
  expect(input.safeParse({ sessionId: "x".repeat(255) }).success).toBe(true);
  expect(input.safeParse({ sessionId: "x".repeat(256) }).success).toBe(false);
});
