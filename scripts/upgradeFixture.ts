import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { portNumber, readArguments } from "./arguments.ts";
import { Refusal, script } from "./deploy/run.ts";

/** The last commit without migrations for rows, tokens, leases, fingerprints and user pools. */
const COMMIT = "6bab753493ad276da0cf58783c5ed21617dfc3d4";
const ROOT = path.resolve(import.meta.dirname, "..");
const STORY = path.join(ROOT, "scripts/upgrade/story.mjs");

/**
 * Checks the old commit out, runs its stack with its own packages, and writes what stays behind of it. Takes about three
 * minutes. `--output` names another file, `--port` the first of eight that are free.
 *
 *   node scripts/upgradeFixture.ts [--output test/fixtures/upgrade.br] [--port 5660]
 */
export function makeFixture(output: string, port: number): void {
  const folder = path.join(ROOT, ".local", "upgrade");
  const checkout = path.join(folder, "checkout");
  const [archive, left] = [path.join(folder, "checkout.tar"), path.join(folder, "left.json")];
  mustRun(ROOT, "git", ["rev-parse", "--verify", "--quiet", `${COMMIT}^{commit}`], {
    refusal: `The commit ${COMMIT} is not here. Fetch the whole history: git fetch --unshallow`,
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(checkout, { recursive: true });
  try {
    mustRun(ROOT, "git", ["archive", "--output", archive, COMMIT]);
    mustRun(checkout, "tar", ["-xf", archive]);
    // That commit's bootstrap installs its packages and finds its Node.
    const story = [path.relative(checkout, STORY), COMMIT, String(port), left];
    mustRun(checkout, process.execPath, ["scripts/bootstrap.mjs", ...story]);
    mkdirSync(path.dirname(output), { recursive: true });
    writeFileSync(output, compress(readFileSync(left)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const compress = (content: Buffer) =>
  brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });

/** @throws Refusal with the sentence, or with the command that failed */
function mustRun(
  cwd: string,
  command: string,
  args: readonly string[],
  { refusal = `${command} ${args.join(" ")} failed.` } = {},
): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ["inherit", "ignore", "inherit"] });
  if (status !== 0) throw new Refusal(refusal);
}

if (import.meta.main)
  await script(() => {
    const { values } = readArguments(process.argv.slice(2), {
      output: { type: "string", default: path.join(ROOT, "test/fixtures/upgrade.br") },
      port: { type: "string", default: "5660" },
    });
    makeFixture(path.resolve(values.output), portNumber("--port", values.port));
    console.log(`Wrote ${path.relative(process.cwd(), values.output)}`);
  });
