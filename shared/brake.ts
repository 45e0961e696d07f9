import { FRESH_FOR_MONEY } from "./endpoint.ts";
import { MINUTE } from "./instant.ts";

export type Reach = { people: number; cents?: number };

/** Above either limit, the operator must type the number of people, and the change starts only after `delay`. */
export const BRAKE = { people: 20, cents: 100_000, delay: 2 * MINUTE } as const;

/** The maximum age of the sign-in when the delay starts: it is then fresh through the delay and a minute of calls. */
export const FRESH_BEFORE_DELAY = FRESH_FOR_MONEY - BRAKE.delay - MINUTE;

export const isBraked = ({ people, cents = 0 }: Reach): boolean =>
  people > BRAKE.people || cents > BRAKE.cents;

/** Amounts above five times the median. */
export function unusualIn(amounts: readonly number[]): number[] {
  const middle = amounts.toSorted((a, b) => a - b)[Math.floor((amounts.length - 1) / 2)] ?? 0;
  return amounts.filter((amount) => amount > 5 * middle);
}
