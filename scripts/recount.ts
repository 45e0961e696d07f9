import { placesIn, ROOT } from "../local/options.ts";
import { readStackFile } from "../local/stackFile.ts";
import { readOptions } from "./deploy/deployment.ts";
import { Refusal, script } from "./deploy/run.ts";
import { compare, isByTheClock } from "./recount/compare.ts";
import { deployedSource, localSource, readTables } from "./recount/tables.ts";

/**
 * Recounts the Overview's figures from the tables and lists those that differ from the stored ones: of the running
 * local stack, or of a deployment (`npm run recount -- --stage prod`). It only reads. While customers are at work a
 * figure may be seen in the middle of a change: what differs twice is wrong.
 */
await script(async () => {
  const argv = process.argv.slice(2);
  const stack = argv.length === 0 ? readStackFile(placesIn(`${ROOT}/.local`).stackFile) : undefined;
  if (argv.length === 0 && stack === undefined)
    throw new Refusal("The local stack is not running: start it with npm run dev, or say --stage prod.");
  const source = stack ? localSource(stack) : deployedSource(readOptions(argv).stage);
  const differences = compare(await readTables(source), new Date());
  for (const one of differences) {
    const why = isByTheClock(one) ? " (changes when a license ends; follows within the hour)" : "";
    console.log(
      `${one.part} ${one.day ?? "all time"} ${one.figure}: kept ${one.kept}, counted ${one.counted}${why}`,
    );
  }
  const wrong = differences.filter((one) => !isByTheClock(one));
  console.log(wrong.length === 0 ? "Every figure is what the tables give." : `${wrong.length} differ.`);
  if (wrong.length > 0) process.exitCode = 1;
});
