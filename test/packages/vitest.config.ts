import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { setSeed } from "../../scripts/test/seed.ts";
import { ownTemporaryFolder } from "../../scripts/test/temporary.ts";
import { runs } from "../support/runs.ts";

setSeed(process.env);
ownTemporaryFolder();

const root = path.resolve(import.meta.dirname, "../..");

/** The tests of each package, in its own folder and in this folder. */
const FILES = {
  "license-client": ["test/packages/license-client/**/*.test.ts"],
  "local-aws": ["packages/local-aws/test/**/*.test.ts", "test/packages/localAws.test.ts"],
  "stripe-sandbox": ["packages/stripe-sandbox/test/**/*.test.ts", "test/packages/stripeSandbox.test.ts"],
};

/** A file that replaces modules or globals needs a separate process. */
const replaces = (file: string) =>
  /\bvi\.(mock|spyOn|stub)/.test(readFileSync(path.join(root, file), "utf8"));

const project = (name: string, include: readonly string[], isolate: boolean) => ({
  test: {
    name,
    include: [...include],
    isolate,
    testTimeout: runs(480_000),
    hookTimeout: 480_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    taskTitleValueFormatTruncate: 0,
    setupFiles: ["test/support/properties.ts"],
  },
});

/** `npm test --workspace packages/<name>`. The shop's projects exclude these tests, which depend only on a package. */
export default defineConfig({
  root,
  test: {
    projects: Object.entries(FILES).flatMap(([name, patterns]) => {
      const files = globSync(patterns, { cwd: root }).map((file) => file.replaceAll("\\", "/"));
      return [
        project(
          name,
          files.filter((file) => !replaces(file)),
          false,
        ),
        project(`${name} alone`, files.filter(replaces), true),
      ];
    }),
  },
});
