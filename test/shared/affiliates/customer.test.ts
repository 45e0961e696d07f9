import { expect, test } from "vitest";
import { testLink } from "#shared/affiliates/customer.ts";

test.each([undefined, "winter-sale"])("an affiliate can test a link to the destination %j", (destination) => {
  expect(testLink.input.safeParse({ destination }).success).toBe(true);
});

test.each(["", "x".repeat(129)])("an affiliate cannot test a link to the destination %j", (destination) => {
  expect(testLink.input.safeParse({ destination }).success).toBe(false);
});
