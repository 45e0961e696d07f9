import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");
/** The judges' folder. The judges are not in the lock file, so the project does not depend on them. */
export const HOME = path.join(ROOT, ".local/judge");

const FOLDERS = [
  path.join(HOME, "node_modules/.bin"),
  path.join(HOME, "python/bin"),
  path.join(HOME, "bin"),
  path.join(process.env.HOME ?? "", "go/bin"),
  ...(process.env.PATH ?? "").split(path.delimiter),
];

/** The program's file, from the judges' folder or the PATH; undefined if it is missing. */
export function toolPath(name: string): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @throws if the program is not installed */
export function tool(name: string): string {
  const found = toolPath(name);
  if (found === undefined) throw new Error(`${name} is not installed.`);
  return found;
}

export function workFolder(name: string): string {
  const folder = path.join(HOME, "work", name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A folder outside the project for planted mistakes, where no tool finds the project's settings. */
export const emptyFolder = (): string => mkdtempSync(path.join(tmpdir(), "articlip-judge-"));

export type Ran = { readonly status: number; readonly stdout: string; readonly stderr: string };
type RunOptions = {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** An open file for both streams. */
  readonly output?: number;
};

const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** Starts a program that ends with this process. Its output goes to `output` or is dropped. */
export const start = (command: string, args: readonly string[], options: RunOptions = {}): ChildProcess =>
  begin(command, args, options, options.output ?? "ignore");

/** @param output "pipe" only if the caller reads the output, because a full pipe blocks the program */
function begin(
  command: string,
  args: readonly string[],
  { cwd = ROOT, env }: RunOptions,
  output: number | "ignore" | "pipe",
): ChildProcess {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", output, output],
  });
  children.add(child);
  child.once("close", () => children.delete(child));
  return child;
}

/** Runs a program to its end. @throws if it cannot start or a signal ends it */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = begin(command, args, options, "pipe");
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout?.on("data", (part: Buffer) => stdout.push(part));
    child.stderr?.on("data", (part: Buffer) => stderr.push(part));
    child.once("error", reject);
    child.once("close", (status, signal) => {
      if (status === null) return reject(new Error(`${path.basename(command)} ended by ${signal}.`));
      resolve({ status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}

/** Runs a program and returns its output. @throws if it fails */
export const runNow = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { encoding: "utf8" }).trim();

/** Runs one of the project's steps, which must pass before there is anything to judge. */
export async function mustRun(command: string, args: readonly string[], options?: RunOptions): Promise<Ran> {
  const ran = await run(command, args, options);
  if (ran.status === 0) return ran;
  throw new Error(
    `${path.basename(command)} ${args.join(" ")} failed:\n${`${ran.stdout}${ran.stderr}`.slice(-4000)}`,
  );
}

export const bin = (name: string): string => path.join(ROOT, "node_modules/.bin", name);

/** Parses a tool's JSON. Without JSON, throws the tool's own error. */
export function jsonOf({ stdout, stderr, status }: Ran): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`No JSON, status ${status}: ${(stderr || stdout).slice(0, 2000)}`);
  }
}
