import type { Mode } from "#shared/catalog/catalog.ts";
import { readStored, writeStored } from "./storage.ts";

// The plan that a visitor chose before signing up. After sign-up, the visitor continues to this plan's checkout.
const KEY = "checkoutType";

export function rememberCheckout(mode: Mode): void {
  writeStored("sessionStorage", KEY, mode);
}

export function rememberedCheckout(): Mode | null {
  const stored = readStored("sessionStorage", KEY);
  return stored === "payment" || stored === "subscription" ? stored : null;
}

/** Forgets the choice after the sign-in. From then on, the checkout's address contains the choice. */
export function forgetCheckout(): void {
  writeStored("sessionStorage", KEY, null);
}
