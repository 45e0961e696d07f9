import { seededRandom } from "../random.ts";

export type Duplicates = { probability: number; seed: number };

/** Repeats 2% of the successful deliveries. The same seed repeats the same deliveries. */
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
