import type { Acts } from "../acts.ts";
import type { World } from "../core/world.ts";
import type { Deliveries } from "../events/delivery.ts";

/** `acting` runs everything that is due, then a change. */
export type PageParts = {
  world: World;
  acting<T>(run: () => T): T;
  acts: Acts;
  deliveries: Deliveries;
};
