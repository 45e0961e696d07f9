import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import type { Judge, Verdict } from "./judge.ts";
import { bin, emptyFolder, jsonOf, mustRun, run, tool, toolPath, workFolder } from "./tools.ts";

const STAGES = ["dev", "staging", "prod"];

const Matches = z.array(
  z.object({
    Filename: z.string(),
    Rule: z.object({ Id: z.string() }),
    Message: z.string(),
    Location: z.object({ Start: z.object({ LineNumber: z.number() }) }),
  }),
);

export const cfnLint: Judge = {
  name: "cfn-lint",
  judges: "all templates of all stages, informational rules included",
  install:
    "python3 -m venv .local/judge/python && .local/judge/python/bin/pip install --quiet cfn-lint==1.58.0",
  finding: "fails",
  isInstalled: () => toolPath("cfn-lint") !== undefined,
  async judge() {
    const templates: string[] = [];
    for (const stage of STAGES) templates.push(...(await synthesize(stage)));
    return lint(templates);
  },
  mistake: "nodejs2.x",
  async plant() {
    const template = (await synthesize("dev")).find((file) => textOf(file).includes('"nodejs24.x"'));
    if (template === undefined)
      throw new Error("No template has a function of Node 24 to plant a mistake in.");
    const planted = path.join(emptyFolder(), "planted.template.json");
    writeFileSync(planted, textOf(template).replace('"nodejs24.x"', '"nodejs2.x"'));
    return lint([planted]);
  },
};

const textOf = (file: string): string => readFileSync(file, "utf8");

async function synthesize(stage: string): Promise<string[]> {
  const folder = workFolder(`cdk-${stage}`);
  await mustRun(bin("cdk"), ["synth", "--quiet", "--all", "-c", `stage=${stage}`, "--output", folder]);
  return globSync("**/*.template.json", { cwd: folder }).map((file) => path.join(folder, file));
}

async function lint(templates: readonly string[]): Promise<Verdict> {
  if (templates.length === 0) throw new Error("There is no template to judge.");
  const ran = await run(tool("cfn-lint"), ["-I", "--format", "json", "--", ...templates]);
  const findings = Matches.parse(jsonOf(ran)).map(
    ({ Filename, Rule, Message, Location }) =>
      `${path.basename(Filename)}:${Location.Start.LineNumber} ${Rule.Id} ${Message}`,
  );
  return { findings, judged: `${templates.length} templates` };
}
