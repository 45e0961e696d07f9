import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stack } from "aws-cdk-lib";
import { BRAND } from "#shared/brand.ts";
import { ACCESS } from "../../infra/access.ts";
import { buildApp } from "../../infra/build.ts";
import { PARTS, type Part } from "../../infra/stacks.ts";

export type Resource = {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the type of resource.
  Properties: any;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
};
type Parsed = {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Export?: unknown }>;
  Parameters?: Record<string, { Type: string; Default?: string }>;
};
export type Templates = Record<Part, Parsed>;

/** Creates a folder with a tiny bundle for every function except those in `without`. */
export function fakeBundles(without: readonly string[] = []): string {
  const directory = mkdtempSync(join(tmpdir(), "bundles-"));
  for (const id of Object.keys(ACCESS).filter((id) => !without.includes(id))) {
    mkdirSync(join(directory, id), { recursive: true });
    writeFileSync(join(directory, id, "index.cjs"), `exports.handler = async () => "${id}";`);
  }
  return directory;
}

let bundles: string | undefined;

export function build(context: Record<string, string> = {}, checks = false) {
  const outdir = mkdtempSync(join(tmpdir(), "cdk-"));
  bundles ??= fakeBundles();
  // Nothing runs the bundles, so CDK need not copy them.
  const given = { "aws:cdk:disable-asset-staging": true, bundles, ...context };
  return buildApp({ outdir, context: given, checks });
}

const known = new Map<string, Templates>();

/**
 * Synthesizes the templates. A synthesis takes a second or more, so tests get a copy of an earlier result,
 * from this process or, through the run's temporary folder, from another process.
 */
export function synthesize(context: Record<string, string> = {}): Templates {
  const asked = JSON.stringify({ stage: "dev", ...context });
  const templates = known.get(asked) ?? keptOr(asked, () => synthesizeAnew(context));
  known.set(asked, templates);
  return structuredClone(templates);
}

function keptOr(asked: string, make: () => Templates): Templates {
  // A run also tests the templates of a shop under another brand.
  const name = createHash("sha256").update(`${BRAND.slug} ${asked}`).digest("hex");
  const file = join(tmpdir(), `templates-${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const made = make();
  // Renames the complete file, because two processes may write at once.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(made));
  renameSync(unfinished, file);
  return made;
}

export function synthesizeAnew(context: Record<string, string> = {}): Templates {
  const { app, stacks } = build(context);
  const assembly = app.synth();
  const read = (stack: Stack | undefined): Parsed =>
    stack === undefined ? { Resources: {} } : assembly.getStackByName(stack.stackName).template;
  const templates: Partial<Templates> = {};
  for (const part of PARTS) templates[part] = read(stacks[part]);
  return templates as Templates;
}

/** The resources of all stacks by logical id. Two stacks share an id only for resources that every stack has. */
export function everything(templates: Templates): Record<string, Resource> {
  return Object.assign({}, ...PARTS.map((part) => templates[part].Resources));
}

export function ofType(template: Parsed, type: string): [id: string, resource: Resource][] {
  return Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
}

export function one(template: Parsed, type: string): Resource {
  const [first, ...others] = ofType(template, type);
  if (!first || others.length > 0) throw new Error(`Not exactly one ${type}`);
  return first[1];
}

/** All stacks as one template, for tests that do not depend on a resource's stack. */
export function together(templates: Templates): Parsed {
  return { Resources: everything(templates) };
}

/** The text of a value, with intrinsics like `arn:${AWS::Partition}:…`. */
export function text(value: unknown): string {
  if (typeof value === "string") return value;
  const [[intrinsic, argument] = []] = Object.entries(value as Record<string, unknown>);
  if (intrinsic === "Ref") return `\${${argument}}`;
  if (intrinsic === "Fn::GetAtt") return `\${${(argument as string[]).join(".")}}`;
  if (intrinsic === "Fn::Sub") return String(argument);
  if (intrinsic === "Fn::Join") {
    const [separator, parts] = argument as [string, unknown[]];
    return parts.map(text).join(separator);
  }
  throw new Error(`Not text: ${JSON.stringify(value)}`);
}
