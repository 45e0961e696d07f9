import type { World } from "../core/world.ts";
import type { CardInput } from "./methods.ts";

/** A card with this number and arbitrary other data. */
export function simpleCard(world: World, number: string): CardInput {
  const year = new Date(world.clock.now() * 1000).getUTCFullYear() + 3;
  return { number: number.replace(/\s/g, ""), expMonth: 12, expYear: year, cvc: "123" };
}
