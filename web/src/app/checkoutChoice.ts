import type { Mode } from "#shared/catalog/catalog.ts";
import { readStored, writeStored } from "./storage.ts";

// What a visitor chose to buy before having an account, so that signing up continues to it.
const KEY = "checkoutType";

export function rememberCheckout(mode: Mode): void {
  writeStored("sessionStorage", KEY, mode);
}

/** The remembered choice, if there is one. */
export function rememberedCheckout(): Mode | null {
  const stored = readStored("sessionStorage", KEY);
  return stored === "payment" || stored === "subscription" ? stored : null;
}

/** The checkout has been reached: from here on it is in the address. */
export function forgetCheckout(): void {
  writeStored("sessionStorage", KEY, null);
}
