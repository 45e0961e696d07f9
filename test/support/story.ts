import { expect } from "vitest";

/** The most that an operator may need to the answer. */
const MAX_STEPS = 4;

/** Does one step of an operator: a click, a key, or a text that is typed and entered. Reading is none. */
export type Step = (act: () => Promise<unknown>) => Promise<void>;

/** Tells a story and holds it to its number of steps, which it says in the report of the run. */
export async function story(name: string, steps: number, tell: (step: Step) => Promise<void>): Promise<void> {
  let taken = 0;
  await tell(async (act) => {
    taken += 1;
    await act();
  });
  console.info(`${name}: ${taken} ${taken === 1 ? "step" : "steps"}`);
  expect(taken, name).toBe(steps);
  expect(taken, name).toBeLessThanOrEqual(MAX_STEPS);
}
