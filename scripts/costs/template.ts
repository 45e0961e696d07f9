import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as z from "zod/mini";
import { ACCESS } from "../../infra/access.ts";
import { buildApp } from "../../infra/build.ts";
import type { Stage } from "../../infra/names.ts";

const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z._default(z.record(z.string(), z.unknown()), {}) }),
  ),
});

export type Resource = z.output<typeof Template>["Resources"][string];

const known = new Map<Stage, readonly Resource[]>();

/** Every resource of a stage's synthesized templates, without the functions' code. */
export function resourcesOf(stage: Stage): readonly Resource[] {
  const resources = known.get(stage) ?? synthesize(stage);
  known.set(stage, resources);
  return resources;
}

function synthesize(stage: Stage): Resource[] {
  const folder = mkdtempSync(path.join(tmpdir(), "costs-"));
  try {
    const bundles = path.join(folder, "bundles");
    for (const id of Object.keys(ACCESS)) {
      mkdirSync(path.join(bundles, id), { recursive: true });
      writeFileSync(path.join(bundles, id, "index.cjs"), `exports.handler = "${id}";`);
    }
    const { app } = buildApp({
      outdir: path.join(folder, "out"),
      context: { stage, bundles },
      checks: false,
    });
    return app.synth().stacks.flatMap(({ template }) => Object.values(Template.parse(template).Resources));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
