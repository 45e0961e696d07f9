import type { Customer } from "./wire.ts";
import type { World } from "./world.ts";

/** An instant that a caller counts on the customer's test clock, on the sandbox's own clock. */
export function onOurClock(world: World, customer: Customer, at: number): number {
  const clock = customer.test_clock ? world.store.find("testClock", customer.test_clock) : undefined;
  return clock ? at - clock.frozen_time + world.clock.now() : at;
}
