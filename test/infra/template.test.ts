import path from "node:path";
import { describe, expect, it } from "vitest";
import { STAGES } from "../../infra/names.ts";
import { FUNCTION_PARTS, PARTS } from "../../infra/stacks.ts";
import { functionPartsOf, indexesOf } from "../../scripts/deploy/release.ts";
import { readReleased, writeReleased } from "./released.ts";
import { attributesOf, problemsOf, replacingProperties } from "./schema.ts";
import { everything, ofType, type Resource, synthesize, type Templates, text } from "./synthesized.ts";

/** The stateful resources of the last deployment. `npm run deploy` rewrites the file. */
const RELEASE = path.resolve(import.meta.dirname, "../../infra/release.json");

/** The indexes and the functions' stacks of the same release, for test/infra/stateful.test.ts. */
const RELEASE_STEPS = path.resolve(import.meta.dirname, "../../infra/releaseSteps.json");

const dev = synthesize();

/** Every `{ Ref }` and `{ Fn::GetAtt }` below a value. */
function references(value: unknown): (string | [string, string])[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== "object" || value === null) return [];
  const given: Record<string, unknown> = { ...value };
  if (typeof given.Ref === "string") return [given.Ref];
  const attribute = given["Fn::GetAtt"];
  if (Array.isArray(attribute)) return [[String(attribute[0]), String(attribute[1])]];
  return Object.values(given).flatMap(references);
}

describe.each(STAGES)("at stage %s", (stage) => {
  const templates = stage === "dev" ? dev : synthesize({ stage });

  it.each(PARTS)("CloudFormation knows every resource and every property of the stack %s", (part) => {
    const problems = Object.entries(templates[part].Resources).flatMap(([id, { Type, Properties }]) =>
      problemsOf(Type, Properties ?? {}).map((problem) => `${id}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it.each(PARTS)("every reference in the stack %s has a target", (part) => {
    const { Resources, Parameters = {}, ...others } = templates[part];
    for (const reference of references([Resources, others])) {
      const [id, attribute] = typeof reference === "string" ? [reference] : reference;
      if (id.startsWith("AWS::") || id in Parameters) continue;
      expect(Object.keys(Resources)).toContain(id);
      if (attribute) expect(attributesOf(Resources[id]?.Type ?? "").map(plain)).toContain(plain(attribute));
    }
  });

  it("every policy names existing resources, except the policy about the account's quota at SES", () => {
    const named = new Set(namesIn(templates));
    for (const part of PARTS)
      for (const [id, { Properties }] of ofType(templates[part], "AWS::IAM::Role"))
        for (const { PolicyDocument } of Properties.Policies)
          for (const { Action, Resource: resources } of PolicyDocument.Statement)
            for (const resource of [resources].flat().map(text))
              if (resource !== "*" || [Action].flat().join() !== "ses:GetAccount")
                expect(isThere(resource, named), `${id}: ${resource}`).toBe(true);
  });
});

const plain = (attribute: string) => attribute.replaceAll("/", ".");

/** Physical names of tables, queues, functions, log groups and SES's configuration sets. */
function namesIn(templates: Templates): string[] {
  return Object.values(everything(templates)).flatMap(({ Type, Properties }) =>
    [
      Properties?.TableName,
      Properties?.QueueName,
      Properties?.LogGroupName,
      Properties?.FunctionName,
      Type === "AWS::SES::ConfigurationSet" ? Properties?.Name : undefined,
    ].filter((name) => typeof name === "string"),
  );
}

/** The name at the end of an ARN of a table, its index or stream, a log group, a function or a queue. */
const NAMED = /(?:table\/|log-group:|:function:|:sqs:.*:)([\w/-]+?)(?:\/(?:index|stream)\/.*|:\*)?$/;

function isThere(resource: string, named: Set<string>): boolean {
  const [, name] = NAMED.exec(resource) ?? [];
  if (name !== undefined) return named.has(name);
  // References are checked above, parameters of other stacks in app.test.ts. Mail recipients are not resources.
  return (
    /^\$\{\w+(\.\w+)?\}$/.test(resource) ||
    // AWS names the copies in the vault.
    /:recovery-point:\*$/.test(resource) ||
    /userpool\/\$\{(User|Operator)PoolId\}$|:identity\/\*$/.test(resource) ||
    named.has(/:configuration-set\/([\w-]+)$/.exec(resource)?.[1] ?? "")
  );
}

it("the check reports an unknown type, and an unknown, a missing or a mistyped property", () => {
  expect(problemsOf("AWS::SQS::Queue", { QueueNam: "x" })).toEqual([
    "AWS::SQS::Queue.QueueNam is not a property",
  ]);
  expect(problemsOf("AWS::SNS::Subscription", { Protocol: "email" })).toEqual([
    "AWS::SNS::Subscription.TopicArn is required",
  ]);
  expect(problemsOf("AWS::Lambda::Function", { Code: {}, Role: "r", Timeout: "soon" })).toEqual([
    "AWS::Lambda::Function.Timeout is not of the type integer",
  ]);
  expect(problemsOf("AWS::No::Such", {})).toEqual(["AWS::No::Such is not a type of resource"]);
});

/** Properties that Cognito refuses to change, although CloudFormation's description does not say so. */
const FIXED: Readonly<Record<string, readonly string[]>> = {
  "AWS::Cognito::UserPool": ["AliasAttributes", "UsernameAttributes", "UsernameConfiguration"],
};

type Kept = Record<string, { type: string; replacing: Record<string, unknown> }>;

/** The types and properties whose change would replace a resource and lose its data. */
function statefulOf(resources: Record<string, Resource>): Kept {
  const retained = Object.entries(resources).filter(([, { DeletionPolicy }]) => DeletionPolicy === "Retain");
  return Object.fromEntries(
    retained.sort().map(([id, { Type, Properties }]) => {
      const fixed = [...replacingProperties(Type), ...(FIXED[Type] ?? [])];
      const names = fixed.filter((name) => Properties?.[name] !== undefined);
      return [
        id,
        { type: Type, replacing: Object.fromEntries(names.map((name) => [name, Properties[name]])) },
      ];
    }),
  );
}

function replacedBy(kept: Kept, now: Kept): string[] {
  return Object.entries(kept).flatMap(([id, { type, replacing }]) => {
    const next = now[id];
    if (next === undefined) return [`${id} is gone`];
    if (next.type !== type) return [`${id} is now ${next.type}`];
    const names = new Set([...Object.keys(replacing), ...Object.keys(next.replacing)]);
    return [...names].flatMap((name) =>
      JSON.stringify(replacing[name]) === JSON.stringify(next.replacing[name])
        ? []
        : [`${id}.${name} has changed, which would put an empty resource in its place`],
    );
  });
}

describe("the resources with data", () => {
  const now = statefulOf(dev.data.Resources);

  it("are those of the last release: none is missing and none would be replaced", () => {
    if (process.env.WRITE_RELEASE) {
      writeReleased(RELEASE, now);
      const functions = functionPartsOf(Object.fromEntries(FUNCTION_PARTS.map((part) => [part, dev[part]])));
      const steps = { indexes: indexesOf(dev.data), functions };
      writeReleased(RELEASE_STEPS, steps);
    }
    const kept: Kept = readReleased(RELEASE);
    expect(replacedBy(kept, now)).toEqual([]);
  });

  it("are reported if one is missing or a change would replace it", () => {
    const { UsersTable: _, ...without } = now;
    expect(replacedBy(now, without)).toEqual(["UsersTable is gone"]);
    const renamed = structuredClone(dev.data.Resources);
    if (renamed.UsersTable) renamed.UsersTable.Properties.TableName = "another";
    if (renamed.UserPool) renamed.UserPool.Properties.UsernameAttributes = ["phone_number"];
    expect(replacedBy(now, statefulOf(renamed)).map((line) => line.split(" ")[0])).toEqual([
      "UserPool.UsernameAttributes",
      "UsersTable.TableName",
    ]);
  });
});
