import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { reportOf } from "./times.ts";

export type Step = { readonly name: string; readonly command: string; readonly args: readonly string[] };

/**
 * An installed package's program, run by this Node. The wrappers in node_modules/.bin need a shell on Windows, which
 * splits paths at spaces.
 */
export const installed = (name: string, program: string, ...args: string[]): Step => ({
  name,
  command: process.execPath,
  args: [path.join("node_modules", program), ...args],
});

const VITEST = "vitest/vitest.mjs";
/** Each worker loads all the code again. While other lanes run, a second worker costs more than it saves. */
export const ONE_WORKER = "--maxWorkers=1";

/** Tests of some vitest projects. @param given files and options for vitest; default all of the projects' files */
export const vitest = (name: string, projects: readonly string[], given: readonly string[] = []): Step =>
  installed(
    name,
    VITEST,
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportOf(name)}`,
    ...given,
  );

export const PACKAGES_CONFIG = ["--config", "test/packages/vitest.config.ts"];
export const isOfPackage = (file: string): boolean => /^(?:test[\\/])?packages[\\/]/.test(file);

export const packagesVitest = (name: string, given: readonly string[]): Step =>
  installed(name, VITEST, "run", ...PACKAGES_CONFIG, ...given);

/** Several checkers take twice the processor time, and are no faster while the build runs. */
export const TYPES = installed("types", "typescript-native/bin/tsc", "-p", ".", "--singleThreaded");
export const LINT = installed("format and lint", "@biomejs/biome/bin/biome", "ci", ".");
export const IMPORTS = installed(
  "imports",
  "dependency-cruiser/bin/dependency-cruiser.mjs",
  "--config",
  ".dependency-cruiser.mjs",
  "shared",
  "functions",
  "infra",
  "web",
  "local",
  "scripts",
  "packages",
);

const running = new Set<ChildProcess>();

/** Passes a signal that ends this program on to every running step, because the signal may reach only this program. */
export function endStepsWithThis(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      for (const child of running) child.kill(signal);
      process.kill(process.pid, signal);
    });
  }
}

/** Output of failed steps, without their passed tests. */
const failures: string[] = [];

/** Repeats the failures, because people read a long log's end first, and a shortened log shows only its end. */
export function repeatFailures(): void {
  for (const failure of failures) console.log(failure);
}

/** Prints a step's output when the step ends, so that lanes do not mix their lines. @returns whether it passed */
export async function runStep({ name, command, args }: Step, env: NodeJS.ProcessEnv): Promise<boolean> {
  const started = performance.now();
  console.log(`── ${name} …`);
  const child = spawn(command, args, { env, stdio: "pipe" });
  running.add(child);
  const said: Buffer[] = [];
  child.stdout?.on("data", (part) => said.push(part));
  child.stderr?.on("data", (part) => said.push(part));
  const status = await new Promise<number | null>((resolve) => {
    child.on("error", (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on("close", resolve);
  });
  running.delete(child);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const output = Buffer.concat(said).toString();
  process.stdout.write(output);
  if (status === 0) {
    console.log(`── ${name}: passed in ${seconds} s\n`);
    return true;
  }
  const verdict = `── ${name}: FAILED in ${seconds} s\n`;
  console.log(verdict);
  failures.push(
    `${output
      .split("\n")
      .filter((line) => !line.includes("✓"))
      .join("\n")}\n${verdict}`,
  );
  return false;
}
