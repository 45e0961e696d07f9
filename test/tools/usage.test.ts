import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { NAMED, usageOf } from "../../scripts/usage.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const PROGRAMS = new Set(
  [
    ...Object.values<string>(scripts).flatMap((command) => command.split(" ")[2] ?? []),
    ...Object.values(NAMED).flatMap((programs) => Object.values(programs)),
  ].filter((program) => program.endsWith(".ts")),
);

/** The options that a program reads with `readArguments` or `readOptions`. */
function optionsOf(program: string): string[] {
  const source = readFileSync(path.join(root, program), "utf8");
  const parsed = [...source.matchAll(/[{,\s]"?([a-z-]+)"?: \{ type: "(?:string|boolean)"/g)];
  const read = [...source.matchAll(/readOptions\([^[)]*(?:\([^)]*\))?, (\[[^)]*\])\)/g)].flatMap(
    ([, lists = ""]) => [...lists.matchAll(/"([a-z-]+)"/g)],
  );
  return [...parsed, ...read].map(([, name = ""]) => name);
}

test("the help of each program names every option that it reads", () => {
  const missing = [...PROGRAMS].flatMap((program) =>
    optionsOf(program).flatMap((name) =>
      new RegExp(`--${name}\\b`).test(usageOf(program).replaceAll("--no-", "--"))
        ? []
        : [`${program} --${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test("the check finds the options that a program reads with readArguments or readOptions", () => {
  expect(optionsOf("local/main.ts")).toEqual(["reset", "seed", "port", "data", "hot", "verbose"]);
  expect(optionsOf("scripts/operatorCreate.ts")).toEqual(["email", "reset-factor", "reset-password"]);
  expect(optionsOf("scripts/deploy.ts")).toEqual(["domain", "certificate", "tested", "check"]);
  expect(optionsOf("test/simulation/main.ts")).toContain("examples");
});
