import { readOptions } from "./deploy/deployment.ts";
import { script } from "./deploy/run.ts";
import { compare, isByTheClock } from "./recount/compare.ts";
import { repair } from "./recount/repair.ts";
import { replay } from "./recount/replay.ts";
import { deployed, deployedSource, localSource, readTables } from "./recount/tables.ts";
import { runningStack } from "./runningStack.ts";

/**
 * Compares the back office's figures with a recount of the tables. A figure may be in the middle of a change, so a
 * difference counts as wrong only if a second run shows it too.
 */
await script(async () => {
  const argv = process.argv.slice(2);
  const [isReplay, isRepair] = ["--replay", "--repair"].map((flag) => argv.includes(flag));
  const where = argv.filter((one) => one !== "--replay" && one !== "--repair");
  const source =
    where.length === 0 ? localSource(await runningStack()) : deployedSource(readOptions(where).stage);
  if (isReplay || isRepair) {
    const shop = await deployed(source);
    const { derived, left } = isReplay
      ? await replay(shop, console.log)
      : await repair(shop, await readTables(source), new Date(), console.log);
    console.log(
      `Rows derived: ${derived}; rows that failed: ${left}. Run npm run operate -- recount in a minute to see what still differs.`,
    );
    if (left > 0) process.exitCode = 1;
    return;
  }
  const differences = compare(await readTables(source), new Date());
  for (const one of differences) {
    const why = isByTheClock(one) ? " (changes when a license ends; follows within the hour)" : "";
    console.log(
      `${one.part} ${one.day ?? "all time"} ${one.figure}: kept ${one.kept}, counted ${one.counted}${why}`,
    );
  }
  const wrong = differences.filter((one) => !isByTheClock(one));
  console.log(
    wrong.length === 0
      ? `Every ${differences.length === 0 ? "" : "other "}figure matches the tables.`
      : `Wrong figures: ${wrong.length}. With --repair, missing and wrong rows are derived again.`,
  );
  if (wrong.length > 0) process.exitCode = 1;
});
