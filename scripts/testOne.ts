import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { chromium } from "./chromium.ts";
import { setSeed } from "./test/seed.ts";
import { bin, isOfPackage, PACKAGES_CONFIG } from "./test/steps.ts";

/** What Vitest is asked to run: files, and the words of a test's name. */
type Chosen = { files: string[]; name?: string };

/** The files whose path has one of the words; else the tests whose name has all of them, as written in a file. */
function choose(words: readonly string[]): Chosen {
  const all = globSync(["test/**/*.test.ts", "packages/*/test/**/*.test.ts"]);
  const withPath = (word: string) => all.filter((file) => file.includes(word));
  if (words.every((word) => withPath(word).length > 0))
    return { files: [...new Set(words.flatMap(withPath))] };
  const name = words.join(" ");
  return { files: all.filter((file) => readFileSync(file, "utf8").includes(name)), name };
}

/** Runs some of the test files, or the tests whose name has the given words. */
function main(words: readonly string[]): number {
  if (words.length === 0) {
    console.error("Name a file or a test: npm run test:one -- billingOrder");
    return 1;
  }
  const { files, name } = choose(words);
  if (files.length === 0) {
    console.error(`No test's file or name has "${name}".`);
    return 1;
  }
  setSeed(process.env);
  const given = name === undefined ? [] : ["-t", name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")];
  const statuses = [
    run(
      [],
      files.filter((file) => !isOfPackage(file)),
      given,
    ),
    run(PACKAGES_CONFIG, files.filter(isOfPackage), given),
  ];
  return statuses.find((status) => status !== 0) ?? 0;
}

function run(config: readonly string[], files: readonly string[], given: readonly string[]): number {
  if (files.length === 0) return 0;
  const isBrowser = files.some((file) => /^test[\\/](?:browser|mainStories|switched)[\\/]/.test(file));
  const { status } = spawnSync(bin("vitest"), ["run", ...config, ...files, ...given], {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: isBrowser ? { ...process.env, CHROMIUM: chromium() } : process.env,
  });
  return status ?? 1;
}

process.exitCode = main(process.argv.slice(2));
