import { stopwatch } from "../determinism.ts";
import { Shop } from "../shop.ts";
import { recordNoStacks } from "../stripe.ts";
import { ungranted } from "../ungranted.ts";
import { CRASH_STORIES } from "./crashes.ts";
import { OBLIGATION_STORIES } from "./obligations.ts";
import { PAIR_STORIES } from "./pairs.ts";
import { Told } from "./told.ts";

/**
 * node test/simulation/stories/main.ts [words]
 * Plays the stories whose names contain these words in one process, and prints a line of JSON for each.
 */
const words = process.argv.slice(2).join(" ");
const say = console.log;
console.info = console.warn = console.error = () => {};
if (words === "") recordNoStacks();
const shop = new Shop();
await shop.load();
for (const [name, story] of Object.entries({ ...OBLIGATION_STORIES, ...CRASH_STORIES, ...PAIR_STORIES })) {
  if (!name.includes(words)) continue;
  const started = stopwatch();
  let failed: string | null = null;
  try {
    await story(await Told.begin(shop));
    failed = [...shop.failures, ...shop.deadLetters, ...shop.untrue, ...ungranted()][0] ?? null;
  } catch (error) {
    failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  say(JSON.stringify({ name, failed, ms: Math.round(stopwatch() - started) }));
}
process.exit(0);
