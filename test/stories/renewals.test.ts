import { expect, test } from "vitest";
import { theWorld } from "../world/world.ts";

const world = theWorld({ sellsAll: true });
const DAY_HOURS = 24;

test("a yearly renewal is announced 30 and 7 days before, and none that a planned change to monthly replaces", async () => {
  const [keeps, changes] = [await world.signUp(), await world.signUp()];
  for (const person of [keeps, changes]) await world.buy(person, "yearly");
  const { at, due_cents } = (await world.call("subscriptions/previewPlan", { to: "monthly" }, changes))
    .body as { at: number; due_cents: number };
  const planned = await world.call("subscriptions/changePlan", { to: "monthly", at, due_cents }, changes);
  expect(planned.status).toBe(200);
  const announced = (): number[] =>
    [keeps, changes].map((person) => world.mailed(person, /^Your .* subscription renews on/));
  await world.hours((365 - 31) * DAY_HOURS);
  expect(announced()).toEqual([0, 0]);
  await world.days(2);
  expect(announced()).toEqual([1, 0]);
  await world.days(20);
  expect(announced()).toEqual([1, 0]);
  await world.days(3);
  expect(announced()).toEqual([2, 0]);
});
