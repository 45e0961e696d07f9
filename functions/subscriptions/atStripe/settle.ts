import { type Leaves, type Obligation, SETTLES, type Settlement } from "#shared/grants/obligations.ts";

/** How the owner of an obligation carries out what the table says. What it leaves out happens without it. */
export type Settler = { of: Obligation } & Partial<Record<Settlement, () => Promise<void>>>;

/** Settles what is in flight, one after the other, as the table says for what is left of the right. */
export async function settle(leaves: Leaves, settlers: readonly Settler[]): Promise<void> {
  for (const settler of settlers) await settler[SETTLES[settler.of][leaves]]?.();
}
