import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { chromium } from "../chromium.ts";
import { CHROMIUM_FLAGS } from "../screens/browser.ts";

/** Only the bench installs Lighthouse, outside the project: with its dependencies it has 114 packages and 176 MB. */
const VERSION = "13.5.0";
const MAX_ATTEMPTS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.nullable(z.number()) })),
  audits: z.record(z.string(), z.object({ numericValue: z.optional(z.number()) })),
});

export type Scores = {
  path: string;
  /** Scores out of 100, in the order of CATEGORIES. */
  scores: number[];
  largestPaintMs: number;
  blockingMs: number;
  shift: number;
};

/** Installs Lighthouse if it is missing. @returns the program's file */
export function installLighthouse(folder: string): string {
  const program = path.join(folder, "node_modules/lighthouse/cli/index.js");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  execFileSync(npm, ["install", "--prefix", folder, "--no-audit", "--no-fund", `lighthouse@${VERSION}`], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  return program;
}

const RUNS = 5;

/**
 * Audits a page with Lighthouse's mobile settings: a phone with a slow connection.
 * @param profile the profile of a signed-in browser; by default, each run uses a new profile
 * @returns the medians
 */
export async function audit(
  program: string,
  siteUrl: string,
  page: string,
  folder: string,
  profile?: string,
): Promise<Scores> {
  const runs: Scores[] = [];
  for (let count = 0; count < RUNS; count += 1)
    runs.push(await once(program, siteUrl, page, folder, profile));
  const median = (figure: (run: Scores) => number): number =>
    runs.map(figure).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
  return {
    path: page,
    scores: CATEGORIES.map((_, at) => median(({ scores }) => scores[at] ?? 0)),
    largestPaintMs: median(({ largestPaintMs }) => largestPaintMs),
    blockingMs: median(({ blockingMs }) => blockingMs),
    shift: median(({ shift }) => shift),
  };
}

async function once(
  program: string,
  siteUrl: string,
  page: string,
  folder: string,
  profile: string | undefined,
): Promise<Scores> {
  const output = path.join(folder, "report.json");
  const own = profile === undefined ? [] : [`--user-data-dir=${profile}`];
  const flags = ["--headless", ...CHROMIUM_FLAGS, ...own].join(" ");
  const args = [
    siteUrl + page,
    "--output=json",
    `--output-path=${output}`,
    "--quiet",
    `--chrome-flags=${flags}`,
    ...(profile === undefined ? [] : ["--disable-storage-reset"]),
  ];
  await attempt(() => run(program, args));
  const { categories, audits } = z.parse(Report, JSON.parse(readFileSync(output, "utf8")));
  return {
    path: page,
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    largestPaintMs: Math.round(audits["largest-contentful-paint"]?.numericValue ?? 0),
    blockingMs: Math.round(audits["total-blocking-time"]?.numericValue ?? 0),
    shift: Math.round((audits["cumulative-layout-shift"]?.numericValue ?? 0) * 1000) / 1000,
  };
}

/** On a busy machine Chromium sometimes records no trace, and Lighthouse asks for another run. */
async function attempt(work: () => Promise<void>): Promise<void> {
  for (let left = MAX_ATTEMPTS - 1; left > 0; left -= 1) {
    try {
      return await work();
    } catch {
      // The last attempt reports the failure.
    }
  }
  return work();
}

function run(program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, CHROME_PATH: chromium() },
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`Lighthouse ended with ${code}`)),
    );
  });
}
