import type { Acts } from "../acts.ts";
import type { World } from "../core/world.ts";
import type { Deliveries } from "../events/delivery.ts";

/** What the pages are handed. `acting` runs what changes things, after what was due before it. */
export type PageParts = {
  world: World;
  acting<T>(run: () => T): T;
  acts: Acts;
  deliveries: Deliveries;
};
