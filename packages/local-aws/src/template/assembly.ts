import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";

const Resource = z.object({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
  Condition: z.optional(z.string()),
});

const Template = z.object({
  Parameters: z._default(
    z.record(z.string(), z.object({ Type: z.string(), Default: z.optional(z.unknown()) })),
    {},
  ),
  Conditions: z._default(z.record(z.string(), z.unknown()), {}),
  Resources: z._default(z.record(z.string(), Resource), {}),
  Outputs: z._default(
    z.record(
      z.string(),
      z.object({ Value: z.unknown(), Export: z.optional(z.object({ Name: z.unknown() })) }),
    ),
    {},
  ),
});

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.optional(z.string()),
      properties: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});

const StackProperties = z.object({ templateFile: z.string(), stackName: z.optional(z.string()) });

const Assets = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.optional(z.string()) }) })),
});

export type TemplateResource = z.output<typeof Resource>;
export type Template = z.output<typeof Template>;

export type SynthesizedStack = {
  name: string;
  region: string;
  accountId: string;
  template: Template;
  /** Absolute paths by asset hash. */
  assets: Map<string, string>;
};

/** Used if the app names no account or region. */
export const LOCAL_ACCOUNT = "000000000000";
export const LOCAL_REGION = "us-east-1";

/** Reads the output of `cdk synth`: every stack's template and its assets' paths. */
export function readAssembly(directory: string): SynthesizedStack[] {
  const manifest = Manifest.parse(readJson(path.join(directory, "manifest.json")));
  const assets = new Map<string, string>();
  for (const artifact of Object.values(manifest.artifacts)) {
    if (artifact.type !== "cdk:asset-manifest") continue;
    const file = z.object({ file: z.string() }).parse(artifact.properties).file;
    for (const [hash, asset] of Object.entries(Assets.parse(readJson(path.join(directory, file))).files)) {
      if (asset.source.path !== undefined) assets.set(hash, path.resolve(directory, asset.source.path));
    }
  }
  return Object.entries(manifest.artifacts)
    .filter(([, artifact]) => artifact.type === "aws:cloudformation:stack")
    .map(([id, artifact]) => {
      const properties = StackProperties.parse(artifact.properties);
      return {
        name: properties.stackName ?? id,
        ...environmentOf(artifact.environment),
        template: Template.parse(readJson(path.join(directory, properties.templateFile))),
        assets,
      };
    });
}

/** `aws://123456789012/eu-west-1`; either part may be unknown. */
function environmentOf(environment: string | undefined): { accountId: string; region: string } {
  const [, accountId, region] = /^aws:\/\/([^/]+)\/(.+)$/.exec(environment ?? "") ?? [];
  return {
    accountId: accountId === undefined || accountId === "unknown-account" ? LOCAL_ACCOUNT : accountId,
    region: region === undefined || region === "unknown-region" ? LOCAL_REGION : region,
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
