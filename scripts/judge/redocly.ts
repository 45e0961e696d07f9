import { writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { writeOpenApi } from "../docs/openapi.ts";
import type { Judge, Verdict } from "./judge.ts";
import { emptyFolder, jsonOf, run, tool, toolPath } from "./tools.ts";

const Report = z.object({
  problems: z.array(
    z.object({
      ruleId: z.string(),
      message: z.string(),
      location: z.array(z.object({ pointer: z.optional(z.string()) })),
    }),
  ),
});

/** A document whose answer lacks the required description. */
const PLANTED = {
  openapi: "3.1.0",
  info: { title: "Planted", version: "1" },
  servers: [{ url: "/" }],
  paths: { "/planted": { get: { responses: { "200": {} } } } },
};

export const redocly: Judge = {
  name: "redocly",
  judges: "the API document",
  install: "npm install --prefix .local/judge @redocly/cli@2.77.0",
  finding: "fails",
  isInstalled: () => toolPath("redocly") !== undefined,
  judge: () => lint(writeOpenApi()),
  mistake: "description",
  plant() {
    const file = path.join(emptyFolder(), "planted.json");
    writeFileSync(file, JSON.stringify(PLANTED));
    return lint(file);
  },
};

async function lint(file: string): Promise<Verdict> {
  const ran = await run(tool("redocly"), ["lint", file, "--format", "json", "--max-problems", "10000"], {
    env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  const findings = Report.parse(jsonOf(ran)).problems.map(
    ({ ruleId, message, location }) => `${location[0]?.pointer ?? ""} ${ruleId}: ${message}`,
  );
  return { findings, judged: path.basename(file) };
}
