import { expect, test } from "vitest";
import { type Person, theWorld } from "../world/world.ts";

// A buyer waits for all requests to Stripe, and each may take seconds.

const world = theWorld();

/** The number of requests to Stripe that a call makes. */
async function asked(open: () => Promise<{ status: number }>): Promise<number> {
  const before = world.shop.stripe.requests;
  expect((await open()).status).toBe(200);
  return world.shop.stripe.requests - before;
}
const opens = (person: Person, product: "monthly" | "lifetime") =>
  asked(() => world.openCheckout(person, product));

test("opening a checkout page takes at most two requests to Stripe, or three if the call closes an open page", async () => {
  await world.offerUnits(20);
  const [subscriber, owner] = [await world.signUp(), await world.signUp()];
  expect(await opens(subscriber, "monthly")).toBe(2);
  expect(await opens(owner, "lifetime")).toBe(2);
  await world.minutes(31);
  expect(await opens(owner, "lifetime")).toBeLessThanOrEqual(2);
  expect(await opens(subscriber, "monthly")).toBe(3);
  await world.hours(25);
  expect(await opens(subscriber, "monthly")).toBe(2);
});

test("if three windows open a checkout page at once, only one page can be paid", async () => {
  const person = await world.signUp();
  await world.atOnce([1, 2, 3].map(() => () => world.openCheckout(person, "monthly")));
  const open = world.store.all("checkoutSession").filter(({ status }) => status === "open");
  expect(open).toHaveLength(1);
});
