import { placesIn, ROOT } from "../local/options.ts";
import { AlreadySeeded, seedAffiliates } from "../local/seed/affiliates.ts";
import { readStackFile, type StackFile } from "../local/stackFile.ts";
import { LARGE, seedLarge, sizeOf } from "./seed/large/main.ts";

/** What can be added to the stack that is running: `npm run seed -- <name>`. */
const SEEDS: Readonly<Record<string, (stack: StackFile, given?: string) => Promise<void>>> = {
  affiliates: seedAffiliates,
  large: (stack, users) => seedLarge(stack, users === undefined ? LARGE : sizeOf(Number(users))),
};

const [, , name = "", given] = process.argv;
const stack = readStackFile(process.env.STACK_FILE ?? placesIn(`${ROOT}/.local`).stackFile);
const seed = SEEDS[name];
if (stack === undefined || seed === undefined) {
  console.error(
    stack === undefined
      ? "No stack is running here: start one with npm run dev."
      : `Say what to add: npm run seed -- ${Object.keys(SEEDS).join(" | ")}`,
  );
  process.exitCode = 1;
} else {
  const started = performance.now();
  try {
    await seed(stack, given);
    console.log(`Added: ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (!(error instanceof AlreadySeeded)) throw error;
    console.log(error.message);
  }
}
