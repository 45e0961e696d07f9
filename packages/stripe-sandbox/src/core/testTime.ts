import type { Customer } from "./wire.ts";
import type { World } from "./world.ts";

/** Converts a time on the customer's test clock to the sandbox's clock. */
export function onOurClock(world: World, customer: Customer, at: number): number {
  const clock = customer.test_clock ? world.store.find("testClock", customer.test_clock) : undefined;
  return clock ? at - clock.frozen_time + world.clock.now() : at;
}
