import path from "node:path";
import { readStackFile } from "../stackFile.ts";
import { seedAffiliates } from "./affiliates.ts";

/** What can be added to the stack that is running: `npm run seed -- <name>`. */
const SEEDS = { affiliates: seedAffiliates };

const file = path.resolve(import.meta.dirname, "../../.local/stack.json");
const stack = readStackFile(process.env.STACK_FILE ?? file);
const [, seed] = Object.entries(SEEDS).find(([name]) => name === process.argv[2]) ?? [];
if (stack === undefined || seed === undefined) {
  console.error(
    stack === undefined
      ? "No stack is running here: start one with npm run dev."
      : `Say what to add: npm run seed -- ${Object.keys(SEEDS).join(" | ")}`,
  );
  process.exitCode = 1;
} else {
  const started = performance.now();
  await seed(stack);
  console.log(`Added: ${process.argv[2]} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}
