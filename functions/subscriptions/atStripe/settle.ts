import { type Leaves, type Obligation, SETTLES, type Settlement } from "#shared/grants/obligations.ts";

/** How an obligation is settled. A missing action means that nothing needs to be done. */
export type Settler = { of: Obligation } & Partial<Record<Settlement, () => Promise<void>>>;

/** Settles the obligations in order, as SETTLES requires. @param leaves what remains of the right */
export async function settle(leaves: Leaves, settlers: readonly Settler[]): Promise<void> {
  for (const settler of settlers) await settler[SETTLES[settler.of][leaves]]?.();
}
