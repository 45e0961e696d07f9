import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { chromium } from "./chromium.ts";
import { setSeed } from "./test/seed.ts";
import { bin } from "./test/steps.ts";

/** Runs one test file, or the tests whose name contains the given words: `npm run test:one -- <file or name>`. */
function main(words: string): number {
  if (words === "") {
    console.error("Name a file or a test: npm run test:one -- billingOrder");
    return 1;
  }
  const files = globSync(["test/**/*.test.ts", "packages/*/test/**/*.test.ts"]).filter((file) =>
    file.includes(words),
  );
  const isBrowser = files.length === 0 || files.some((file) => file.includes("browser"));
  setSeed(process.env);
  const { status } = spawnSync(bin("vitest"), ["run", ...(files.length > 0 ? files : ["-t", words])], {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: isBrowser ? { ...process.env, CHROMIUM: chromium() } : process.env,
  });
  return status ?? 1;
}

process.exitCode = main(process.argv.slice(2).join(" "));
