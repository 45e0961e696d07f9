import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { relative } from "node:path/posix";

/** The folder of the Vitest steps' reports, one JSON file per step. */
const REPORTS = path.resolve(".local/test-times");

type Report = { testResults: { name: string; startTime: number; endTime: number }[] };

export const reportOf = (step: string): string => path.join(REPORTS, `${step.replaceAll(/\W+/g, "-")}.json`);

export function forgetReports(): void {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
}

export function slowestFiles(count: number): string[] {
  return globSync(path.join(REPORTS, "*.json"))
    .flatMap((file) => (JSON.parse(readFileSync(file, "utf8")) as Report).testResults)
    .map(({ name, startTime, endTime }) => ({
      file: relative(process.cwd().replaceAll("\\", "/"), name.replaceAll("\\", "/")),
      seconds: (endTime - startTime) / 1000,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`);
}

/**
 * Processor seconds of all ended child processes and their own children. Linux only (proc(5), cutime and cstime);
 * undefined elsewhere. A browser's processes for pages are missing, because no process waits for them.
 */
export function processorSeconds(): number | undefined {
  if (process.platform !== "linux") return undefined;
  // The program's name may contain spaces and brackets, so fields are counted after it.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const [userTicks, systemTicks] = [fields[13], fields[14]].map(Number);
  // The kernel reports ticks of a hundredth of a second.
  return ((userTicks ?? 0) + (systemTicks ?? 0)) / 100;
}
