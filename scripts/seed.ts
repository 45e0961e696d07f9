import { AlreadySeeded, seedAffiliates } from "../local/seed/affiliates.ts";
import type { StackFile } from "../local/stackFile.ts";
import { oneOf, readArguments, wholeNumber } from "./arguments.ts";
import { script } from "./deploy/run.ts";
import { runningStack } from "./runningStack.ts";
import { LARGE, seedLarge, sizeOf } from "./seed/large/main.ts";

/** Seeds for the running stack: `npm run seed -- <name>`. */
const NAMES = ["affiliates", "large"] as const;

function seedOf(argv: readonly string[]): { name: string; add: (stack: StackFile) => Promise<void> } {
  const { words } = readArguments(argv, {}, { most: argv[0] === "large" ? 2 : 1, of: NAMES });
  const name = oneOf(NAMES, words[0]);
  if (name === "affiliates") return { name, add: seedAffiliates };
  const size = words[1] === undefined ? LARGE : sizeOf(wholeNumber("large", words[1]));
  return { name, add: (stack) => seedLarge(stack, size) };
}

await script(async () => {
  const { name, add } = seedOf(process.argv.slice(2));
  const stack = await runningStack();
  const started = performance.now();
  try {
    await add(stack);
    console.log(`Added: ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (!(error instanceof AlreadySeeded)) throw error;
    console.log(error.message);
  }
});
