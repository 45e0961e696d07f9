import { execFile } from "node:child_process";
import { copyWith, removeCopy } from "./copy.ts";
import type { Plant } from "./plant.ts";

export type Found = {
  /** Number of stories until an invariant broke; null if none broke. */
  seeds: number | null;
  steps: number;
  /** Output of the simulation, or the reason why it could not run. */
  said: string;
};

const BROKEN = /^(\d+) broken after (\d+) seeds, (\d+) steps/m;

/**
 * Lets the simulation look for a planted defect in a copy of the product. A separate process plays the
 * plant's story, or random stories if the plant has none.
 * @param first the first seed
 */
export async function look(plant: Plant, first: number, seeds: number): Promise<Found> {
  const copy = copyWith(plant);
  try {
    const told =
      plant.story === undefined ? [String(first), "--seeds", String(seeds)] : ["1", "--story", plant.story];
    const program = ["test/simulation/main.ts", "--whole", "--seed", ...told];
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, program, { cwd: copy, maxBuffer: 2 ** 26 }, (_error, stdout, stderr) =>
        resolve(`${stdout}${stderr}`),
      );
    });
    const [, , number, steps] = BROKEN.exec(output) ?? [];
    const [, said = output.trim().split("\n").at(-1) ?? ""] =
      /breaks an invariant after \d+ steps: (.*)/.exec(output) ?? [];
    return { seeds: number === undefined ? null : Number(number), steps: Number(steps ?? 0), said };
  } finally {
    removeCopy(copy);
  }
}
