import { seededRandom } from "../random.ts";

export type Duplicates = { probability: number; seed: number };

/** Delivers a finished batch again, at the same places for the same seed. */
export const USUAL_DUPLICATES: Duplicates = { probability: 0.02, seed: 1 };

export function duplicator(first: Duplicates) {
  let settings = first;
  let random = seededRandom(first.seed);
  return {
    strikes: (): boolean => settings.probability > 0 && random() < settings.probability,
    set(next: Duplicates): void {
      settings = next;
      random = seededRandom(next.seed);
    },
  };
}
export type Duplicator = ReturnType<typeof duplicator>;
