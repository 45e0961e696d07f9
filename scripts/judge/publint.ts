import path from "node:path";
import type { Judge, Verdict } from "./judge.ts";
import { packAll, packPlanted } from "./packages.ts";
import { run, tool, toolPath } from "./tools.ts";

export const publint: Judge = {
  name: "publint",
  judges: "the packages, as npm would publish them",
  install: "npm install --prefix .local/judge publint@0.3.25",
  finding: "fails",
  isInstalled: () => toolPath("publint") !== undefined,
  judge: async () => lint(await packAll()),
  mistake: "missing.js but the file does not exist",
  plant: async () => lint([await packPlanted({ types: "./index.d.ts", import: "./missing.js" })]),
};

async function lint(archives: readonly string[]): Promise<Verdict> {
  const findings: string[] = [];
  for (const archive of archives) {
    const { stdout, stderr, status } = await run(tool("publint"), ["run", archive, "--strict"], {
      env: { NO_COLOR: "1" },
    });
    const found = stdout.split("\n").flatMap((line) => /^\s*\d+\. (.*)$/.exec(line)?.[1] ?? []);
    if (status !== 0 && found.length === 0) throw new Error((stderr || stdout).trim());
    findings.push(...found.map((finding) => `${path.basename(archive)}: ${finding}`));
  }
  return { findings, judged: `${archives.length} packages` };
}
