import { globSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import type { Judge, Verdict } from "./judge.ts";
import { emptyFolder, jsonOf, ROOT, run, tool, toolPath } from "./tools.ts";

const Errors = z.array(z.object({ filepath: z.string(), line: z.number(), message: z.string() }));

const PLANTED = `on: push
jobs:
  test:
    needs: build
    runs-on: ubuntu-24.04
    steps:
      - run: npm test
`;

export const actionlint: Judge = {
  name: "actionlint",
  judges: "the workflows",
  install: 'GOBIN="$PWD/.local/judge/bin" go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
  finding: "fails",
  isInstalled: () => toolPath("actionlint") !== undefined,
  judge: () => lint(globSync(".github/workflows/*.yml", { cwd: ROOT }).map((file) => path.join(ROOT, file))),
  mistake: 'needs job "build" which does not exist',
  async plant() {
    const file = path.join(emptyFolder(), "planted.yml");
    writeFileSync(file, PLANTED);
    return lint([file]);
  },
};

async function lint(files: readonly string[]): Promise<Verdict> {
  // Keeps the verdict independent of installed shellcheck and pyflakes.
  const ran = await run(tool("actionlint"), [
    "-shellcheck=",
    "-pyflakes=",
    "-format",
    "{{json .}}",
    ...files,
  ]);
  const findings = Errors.parse(jsonOf(ran)).map(
    ({ filepath, line, message }) => `${path.basename(filepath)}:${line} ${message}`,
  );
  return { findings, judged: `${files.length} workflows` };
}
