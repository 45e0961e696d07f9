import { readArguments } from "./arguments.ts";
import { Misuse, Refusal, script } from "./deploy/run.ts";
import { JUDGES } from "./judge/all.ts";
import type { Judge, Verdict } from "./judge/judge.ts";
import { run } from "./judge/tools.ts";
import { ownTemporaryFolder } from "./test/temporary.ts";

const SHOWN_FINDINGS = 40;

/** Runs the named judges, and fails if one of them cannot run. Without names, skips judges that cannot run. */
async function main(): Promise<void> {
  ownTemporaryFolder();
  const { values, words } = readArguments(
    process.argv.slice(2),
    {
      plant: { type: "boolean", default: false },
      install: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
    },
    { most: JUDGES.length },
  );
  const judges = words.length === 0 ? JUDGES : words.map(named);
  if (values.list) return list(judges);
  if (values.install) return install(judges);
  let failed = 0;
  for (const judge of judges) {
    const missing = missingFor(judge, values.plant);
    if (missing !== undefined) {
      console.log(`–  ${judge.name}: ${missing}`);
      if (words.length > 0) failed += 1;
    } else if (!(await (values.plant ? plant(judge) : pronounce(judge)))) failed += 1;
  }
  if (failed > 0) process.exitCode = 1;
}

function named(name: string): Judge {
  const judge = JUDGES.find((one) => one.name === name);
  if (judge) return judge;
  throw new Misuse(
    `There is no judge "${name}". The judges are: ${JUDGES.map((one) => one.name).join(", ")}.`,
  );
}

function missingFor(judge: Judge, planting: boolean): string | undefined {
  if (!judge.isInstalled()) return `not installed; install it with: ${judge.install}`;
  return planting ? undefined : judge.lacks?.();
}

function list(judges: readonly Judge[]): void {
  for (const judge of judges) {
    const state = judge.isInstalled() ? "installed" : `install: ${judge.install}`;
    console.log(`${judge.name}: ${judge.judges} (${judge.finding} on a finding; ${state})`);
  }
}

async function install(judges: readonly Judge[]): Promise<void> {
  for (const judge of judges) {
    if (judge.isInstalled()) continue;
    console.log(`${judge.install}`);
    const { status, stdout, stderr } = await run("/bin/sh", ["-c", judge.install]);
    if (status !== 0) throw new Refusal(`${judge.name} could not be installed:\n${stderr || stdout}`);
  }
}

async function verdictOf(judge: Judge, doing: () => Promise<Verdict>): Promise<Verdict | undefined> {
  try {
    return await doing();
  } catch (error) {
    console.log(
      `✗  ${judge.name} could not judge: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

/** @returns whether the command may pass */
async function pronounce(judge: Judge): Promise<boolean> {
  const started = performance.now();
  const verdict = await verdictOf(judge, judge.judge);
  if (verdict === undefined) return false;
  const { findings, judged } = verdict;
  const fails = findings.length > 0 && judge.finding === "fails";
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${fails ? "✗" : "✓"}  ${judge.name}: ${findings.length} findings in ${judged} (${seconds} s${judge.finding === "reports" ? ", reported only" : ""})`,
  );
  for (const finding of findings.slice(0, SHOWN_FINDINGS)) console.log(`     ${finding}`);
  if (findings.length > SHOWN_FINDINGS) console.log(`     … and ${findings.length - SHOWN_FINDINGS} more`);
  return !fails;
}

/** @returns whether the judge found the planted mistake */
async function plant(judge: Judge): Promise<boolean> {
  const verdict = await verdictOf(judge, judge.plant);
  if (verdict === undefined) return false;
  const found = verdict.findings.find((finding) => finding.includes(judge.mistake));
  console.log(
    found === undefined
      ? `✗  ${judge.name} did not find the planted mistake; it said: ${verdict.findings[0] ?? "nothing"}`
      : `✓  ${judge.name} found the planted mistake: ${found}`,
  );
  return found !== undefined;
}

await script(main);
