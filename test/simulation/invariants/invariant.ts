import type { People } from "../people.ts";
import type { Random } from "../random.ts";
import type { Shop } from "../shop.ts";

export type Settled = { shop: Shop; people: People; random: Random };

/** @returns a sentence for each violation, whose part before the colon names the rule */
export type Invariant = (settled: Settled) => string[] | Promise<string[]>;
