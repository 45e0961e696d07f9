import { expect, test } from "vitest";
import { type Person, theWorld } from "../world/world.ts";

// Stripe may take seconds for each call, and a buyer waits for all of them.

const world = theWorld();

/** How often a call asks Stripe, one time after the other. */
async function asked(open: () => Promise<{ status: number }>): Promise<number> {
  const before = world.shop.stripe.requests;
  expect((await open()).status).toBe(200);
  return world.shop.stripe.requests - before;
}
const opens = (person: Person, product: "monthly" | "lifetime") =>
  asked(() => world.openCheckout(person, product));

test("a page opens with two calls of Stripe, for a new customer and for one who opened a page before", async () => {
  await world.offerUnits(20);
  const [subscriber, owner] = [await world.signUp(), await world.signUp()];
  expect(await opens(subscriber, "monthly")).toBe(2);
  expect(await opens(owner, "lifetime")).toBe(2);
  await world.minutes(31);
  expect(await opens(owner, "lifetime")).toBeLessThanOrEqual(2);
  // The open page closes first.
  expect(await opens(subscriber, "monthly")).toBe(3);
  await world.hours(25);
  expect(await opens(subscriber, "monthly")).toBe(2);
});

test("one of three windows that open a page at once is left that can be paid", async () => {
  const person = await world.signUp();
  await world.atOnce([1, 2, 3].map(() => () => world.openCheckout(person, "monthly")));
  const open = world.store.all("checkoutSession").filter(({ status }) => status === "open");
  expect(open).toHaveLength(1);
});
