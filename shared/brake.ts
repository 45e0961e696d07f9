import { MINUTE } from "./instant.ts";

/** How many people a change reaches, and how much money it moves. */
export type Reach = { people: number; cents?: number };

/** More than either asks for the number, typed by hand, and waits for `delay` in case the operator undoes it. */
export const BRAKE = { people: 20, cents: 100_000, delay: 2 * MINUTE } as const;

export const isBraked = ({ people, cents = 0 }: Reach): boolean =>
  people > BRAKE.people || cents > BRAKE.cents;

/** Which of these amounts are unusual: above five times the middle one. */
export function unusualIn(amounts: readonly number[]): number[] {
  const middle = amounts.toSorted((a, b) => a - b)[Math.floor((amounts.length - 1) / 2)] ?? 0;
  return amounts.filter((amount) => amount > 5 * middle);
}
