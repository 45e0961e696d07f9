import path from "node:path";
import * as z from "zod/mini";
import type { Judge, Verdict } from "./judge.ts";
import { packAll, packPlanted } from "./packages.ts";
import { jsonOf, run, tool, toolPath } from "./tools.ts";

const Report = z.object({
  analysis: z.object({ problems: z.optional(z.array(z.looseObject({ kind: z.string() }))) }),
});

export const attw: Judge = {
  name: "attw",
  judges: "the types of the packages, as npm would publish them",
  install: "npm install --prefix .local/judge @arethetypeswrong/cli@0.18.5",
  finding: "fails",
  isInstalled: () => toolPath("attw") !== undefined,
  judge: async () => check(await packAll()),
  mistake: "NoResolution",
  plant: async () => check([await packPlanted({ types: "./missing.d.ts", import: "./index.js" })]),
};

async function check(archives: readonly string[]): Promise<Verdict> {
  const findings: string[] = [];
  for (const archive of archives) {
    const ran = await run(tool("attw"), [archive, "--format", "json"]);
    const { analysis } = Report.parse(jsonOf(ran));
    for (const { kind, entrypoint, resolutionKind } of analysis.problems ?? [])
      findings.push(
        `${path.basename(archive)}: ${[kind, entrypoint, resolutionKind].filter(Boolean).join(" ")}`,
      );
  }
  return { findings, judged: `${archives.length} packages` };
}
