import os from "node:os";
import path from "node:path";
import { DASHBOARD_PATH, FORM_PATHS, PRERENDERED_PATHS } from "#shared/site.ts";
import { startStack } from "../local/stack.ts";
import { oneOf, readArguments, wholeNumber } from "./arguments.ts";
import { benchCold } from "./bench/cold/main.ts";
import { audit, installLighthouse, type Scores } from "./bench/lighthouse.ts";
import { benchLoad } from "./bench/load/main.ts";
import { benchPayoutsInMemory } from "./bench/payouts/inMemory.ts";
import { benchPayouts } from "./bench/payouts/main.ts";
import { putParts, table } from "./bench/report.ts";
import { roundTrips } from "./bench/roundTrips.ts";
import { benchScale } from "./bench/scale/main.ts";
import { signInProfile } from "./bench/signedIn.ts";
import { benchSignIn } from "./bench/signIn/main.ts";
import { functionSizes, pageSizes } from "./bench/sizes.ts";
import { benchWarm } from "./bench/warm/main.ts";
import { script } from "./deploy/run.ts";

/**
 * Measures what the product is judged by, on a separate stack, and writes bench/results.md. `payouts` measures
 * those alone, which takes a quarter of an hour: each run keeps to Stripe's pace. `cold` measures each function's start, `warm` each endpoint's warm call, `sign-in` the way
 * to the dashboard with cold functions; `scale` calculates which partition gets hot first.
 */
const ROOT = path.resolve(import.meta.dirname, "..");
const WORK = path.join(ROOT, ".local/bench");
const PORT = 4950;

const kB = (bytes: number): string => (bytes / 1000).toFixed(1);

async function auditAll(siteUrl: string): Promise<Scores[]> {
  const program = installLighthouse(WORK);
  const results: Scores[] = [];
  for (const page of [...PRERENDERED_PATHS, ...FORM_PATHS]) {
    console.log(`Lighthouse ${page}`);
    results.push(await audit(program, siteUrl, page, WORK));
  }
  console.log(`Lighthouse ${DASHBOARD_PATH}, signed in`);
  const profile = path.join(WORK, "profile");
  await signInProfile(siteUrl, profile);
  results.push(await audit(program, siteUrl, DASHBOARD_PATH, WORK, profile));
  return results;
}

async function benchSite(): Promise<void> {
  const stack = await startStack({ dataDir: path.join(WORK, "stack"), port: PORT, reset: true, quiet: true });
  try {
    const pages = pageSizes(path.join(ROOT, "dist/web"), [...PRERENDERED_PATHS, ...FORM_PATHS]);
    const functions = functionSizes(path.join(ROOT, "dist/functions"));
    const scores = await auditAll(stack.file.siteUrl);
    const trips = await roundTrips(stack.file.controlUrl);
    const median = functions[Math.floor(functions.length / 2)]?.bytes ?? 0;
    const cpu = os.cpus()[0]?.model.trim() ?? "an unknown processor";
    const report = [
      "# Measured",
      "",
      `\`npm run bench\` writes this. ${os.cpus().length} cores (${cpu}), Node ${process.version}. Bytes and calls are the same on every machine; times are not.`,
      "",
      "## Lighthouse, mobile, median of five runs",
      "",
      "The dashboard is a new account's, signed in; it may not be indexed.",
      "",
      table(
        ["Page", "Performance", "Accessibility", "Best practices", "SEO", "LCP ms", "TBT ms", "CLS"],
        scores.map((page) => [page.path, ...page.scores, page.largestPaintMs, page.blockingMs, page.shift]),
      ),
      "",
      "## Public pages: kB as sent (brotli)",
      "",
      "Limits: HTML + CSS 20; JavaScript 12, with the status board 80; of the forms 100.",
      "",
      table(
        ["Page", "HTML + CSS", "JavaScript"],
        pages.map((page) => [page.path, kB(page.text), kB(page.scripts)]),
      ),
      "",
      "## Functions: kB of their bundles (minified)",
      "",
      `Median ${kB(median)} (limit 290), largest ${kB(functions[0]?.bytes ?? 0)} (limit 525).`,
      "",
      table(
        ["Function", "kB"],
        functions.map(({ id, bytes }) => [id, kB(bytes)]),
      ),
      "",
      "## Calls of DynamoDB",
      "",
      "Of each endpoint's last invocation while the stack was seeded and the pages were looked at.",
      "",
      table(
        ["Endpoint", "Calls"],
        trips.map(({ id, calls }) => [id, calls]),
      ),
      "",
    ].join("\n");
    putParts(report);
    console.log("Written to bench/results.md");
  } finally {
    await stack.close();
  }
}

type Bench = (argv: readonly string[]) => Promise<void>;

const alone =
  (bench: () => Promise<void>): Bench =>
  async (argv) => {
    readArguments(argv, {});
    await bench();
  };

/** Sizes to measure with, in place of the usual ones. */
const ofSizes =
  (bench: Bench): Bench =>
  (argv) => {
    const { words } = readArguments(argv, {}, { most: Number.MAX_SAFE_INTEGER });
    return bench(words.map((word) => String(wholeNumber("A size", word))));
  };

const BENCHES: Readonly<Record<string, Bench>> = {
  payouts: ofSizes(benchPayouts),
  "payouts-in-memory": ofSizes(benchPayoutsInMemory),
  load: benchLoad,
  cold: benchCold,
  warm: benchWarm,
  "sign-in": benchSignIn,
  scale: alone(benchScale),
};

await script(async () => {
  const [what, ...rest] = process.argv.slice(2);
  const bench = what === undefined ? alone(benchSite) : BENCHES[oneOf(Object.keys(BENCHES), what)];
  await bench?.(rest);
});
