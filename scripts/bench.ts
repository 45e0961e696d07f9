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
import { benchScale } from "./bench/scale/main.ts";
import { signInProfile } from "./bench/signedIn.ts";
import { benchSignIn } from "./bench/signIn/main.ts";
import { benchWarm } from "./bench/warm/main.ts";
import { script } from "./deploy/run.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const WORK = path.join(ROOT, ".local/bench");
const PORT = 4950;

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
    const scores = await auditAll(stack.file.siteUrl);
    const cpu = os.cpus()[0]?.model.trim() ?? "an unknown processor";
    const report = [
      "# Measured",
      "",
      `\`npm run bench\` writes this. ${os.cpus().length} cores (${cpu}), Node ${process.version}. Tests limit the sizes of pages (test/web/budget.test.ts) and bundles (test/infra/bundles.test.ts), and the calls to DynamoDB (test/integration/roundTrips.test.ts).`,
      "",
      "## Lighthouse, mobile, median of five runs",
      "",
      "The dashboard belongs to a new, signed-in account. Search engines may not index it.",
      "",
      table(
        ["Page", "Performance", "Accessibility", "Best practices", "SEO", "LCP ms", "TBT ms", "CLS"],
        scores.map((page) => [page.path, ...page.scores, page.largestPaintMs, page.blockingMs, page.shift]),
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
