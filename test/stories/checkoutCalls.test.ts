import { expect, test } from "vitest";
import { type Person, theWorld } from "../world/world.ts";

// A buyer waits for all calls of Stripe, and each may take seconds.

const world = theWorld();

/** The number of Stripe's requests that a call makes one after the other. */
async function asked(open: () => Promise<{ status: number }>): Promise<number> {
  const before = world.shop.stripe.requests;
  expect((await open()).status).toBe(200);
  return world.shop.stripe.requests - before;
}
const opens = (person: Person, product: "monthly" | "lifetime") =>
  asked(() => world.openCheckout(person, product));

test("opening a page takes two calls of Stripe, also for a customer who opened one before", async () => {
  await world.offerUnits(20);
  const [subscriber, owner] = [await world.signUp(), await world.signUp()];
  expect(await opens(subscriber, "monthly")).toBe(2);
  expect(await opens(owner, "lifetime")).toBe(2);
  await world.minutes(31);
  expect(await opens(owner, "lifetime")).toBeLessThanOrEqual(2);
  // The third call closes the open page.
  expect(await opens(subscriber, "monthly")).toBe(3);
  await world.hours(25);
  expect(await opens(subscriber, "monthly")).toBe(2);
});

test("of three windows that open a page at once, one page can be paid", async () => {
  const person = await world.signUp();
  await world.atOnce([1, 2, 3].map(() => () => world.openCheckout(person, "monthly")));
  const open = world.store.all("checkoutSession").filter(({ status }) => status === "open");
  expect(open).toHaveLength(1);
});
