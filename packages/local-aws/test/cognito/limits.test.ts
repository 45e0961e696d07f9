import { expect, test } from "vitest";
import { passwordLock, windowLimit } from "../../src/cognito/limits.ts";

test("each wrong password after the fifth locks the user twice as long as the previous one, up to 15 minutes", () => {
  let now = 0;
  const lock = passwordLock(() => now);
  const lockedSeconds = () => {
    lock.fail("ada");
    const start = now;
    while (lock.locked("ada")) now += 1000;
    return (now - start) / 1000;
  };
  const seconds = Array.from({ length: 18 }, lockedSeconds);
  expect(seconds.slice(0, 9)).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16]);
  expect(seconds.at(-1)).toBe(900);
  expect(lock.locked("bob")).toBe(false);
});

test("a right password resets the count of wrong ones", () => {
  const lock = passwordLock(() => 0);
  for (let count = 0; count < 4; count += 1) lock.fail("ada");
  lock.succeed("ada");
  lock.fail("ada");
  expect(lock.locked("ada")).toBe(false);
});

test("a limit counts each key separately, in a window that starts at the key's first count", () => {
  let now = 0;
  const limit = windowLimit(2, 1000, () => now);
  limit.add("a");
  now = 900;
  limit.add("a");
  expect([limit.reached("a"), limit.reached("b")]).toEqual([true, false]);
  now = 1000;
  expect(limit.reached("a")).toBe(false);
});
