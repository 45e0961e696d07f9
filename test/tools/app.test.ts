import { readFileSync } from "node:fs";
import { CfnPolicy } from "aws-cdk-lib/aws-iam";
import { expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import type { Access, Grant } from "../../infra/access/row.ts";
import { ACCESS } from "../../infra/access.ts";
import { QUEUE_CONSUMERS, STREAM_CONSUMERS, type StreamConsumer, TRIGGER_IDS } from "../../infra/events.ts";
import { logicalName, namesOf, STAGES } from "../../infra/names.ts";
import { AFTER, FUNCTION_PARTS, PARTS, type Part, STACK_OF } from "../../infra/stacks.ts";
import { build, everything, ofType, synthesize, synthesizeAnew } from "../infra/synthesized.ts";

it("every synthesis gives the same template", () => {
  expect(synthesizeAnew()).toEqual(synthesize());
});

// The build of ring 1 checks dev.
it.each(STAGES.filter((stage) => stage !== "dev"))(
  "the rule packs find nothing in the template of %s that is not acknowledged",
  (stage) => {
    expect(() => build({ stage }, true).app.synth()).not.toThrow();
  },
);

it("an unexplained wildcard in the template fails the check", () => {
  const { app, stacks } = build({}, true);
  if (stacks.billing === undefined) throw new Error("There is no stack.");
  new CfnPolicy(stacks.billing, "Planted", {
    policyName: "planted",
    roles: ["anyone"],
    policyDocument: {
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Action: "dynamodb:*", Resource: "*" }],
    },
  });
  expect(() => app.synth()).toThrow(/AwsSolutions-IAM5\[Action::dynamodb:\*\]/);
});

it("the templates of dev and prod do not contain each other's names", () => {
  const dev = JSON.stringify(synthesize({ stage: "dev" }));
  const prod = JSON.stringify(synthesize({ stage: "prod" }));
  expect(dev).not.toContain(`${BRAND.slug}-prod`);
  expect(prod).not.toContain(`${BRAND.slug}-dev`);
  expect(prod).not.toContain(`${BRAND.slug}/dev`);
});

it("the stacks have no exports", () => {
  const templates = synthesize();
  for (const part of PARTS) {
    expect(JSON.stringify(templates[part])).not.toContain("Fn::ImportValue");
    for (const output of Object.values(templates[part].Outputs ?? {})) expect(output.Export).toBeUndefined();
  }
});

/** Parameters that the setup writes instead of a stack. */
const SET_UP_BY_HAND = [
  "firewall-arn",
  "lease-key-arn",
  "lease-key-before-arn",
  "lease-keys",
  "license-issuer",
  "operator-email",
  "origin-accepted",
  "origin-sent",
  "stripe/price-lifetime",
  "stripe/price-monthly",
];

it("the template reads only parameters that an earlier stack or the setup writes", () => {
  const templates = synthesize({ stage: "prod" });
  const written = new Set(SET_UP_BY_HAND.map((name) => `/${BRAND.slug}/prod/${name}`));
  for (const part of PARTS) {
    const read = Object.values(templates[part].Parameters ?? {}).filter(
      ({ Type, Default }) => Type.startsWith("AWS::SSM") && Default?.startsWith(`/${BRAND.slug}/`),
    );
    for (const { Default } of read) expect(written).toContain(Default);
    for (const [, parameter] of ofType(templates[part], "AWS::SSM::Parameter"))
      written.add(parameter.Properties.Name);
  }
  expect(written.size).toBeGreaterThan(SET_UP_BY_HAND.length);
});

/** All stacks that must exist before this one. */
function before(part: Part): Set<Part> {
  const reached = new Set(AFTER[part]);
  // The loop also visits elements that are added during the iteration.
  for (const one of reached) for (const next of AFTER[one]) reached.add(next);
  return reached;
}

it("the template gives CloudFormation the order of the stacks, with every stack of functions before the stack gate", () => {
  const { stacks } = build({ stage: "prod" });
  for (const part of PARTS)
    expect(stacks[part]?.dependencies.map(({ stackName }) => stackName)).toEqual(
      AFTER[part].map((one) => stacks[one]?.stackName),
    );
  for (const [index, part] of PARTS.entries())
    for (const one of AFTER[part]) expect(PARTS.indexOf(one), `${one} before ${part}`).toBeLessThan(index);
  for (const part of FUNCTION_PARTS) expect(before(part)).toContain("site");
  for (const part of FUNCTION_PARTS) expect(before("gate")).toContain(part);
  expect(before("watch")).toContain("gate");
});

it("functions that read a queue or follow a table are deployed before the functions that write to it", () => {
  const features: Readonly<Record<string, Part>> = STACK_OF;
  const partOf = (id: string) => features[id.split("/")[0] ?? ""];
  const resources = everything(synthesize());
  const isLater = (id: string, than: string) => {
    const part = partOf(than);
    if (part === undefined) return false;
    if (partOf(id) !== part) return before(partOf(id) ?? "data").has(part);
    return resources[`${logicalName(id)}Function`]?.DependsOn?.includes(`${logicalName(than)}Function`);
  };
  const early: string[] = [];
  let pairs = 0;
  // Writers that read a queue or follow a table themselves are excluded: they may depend on each other in a circle.
  const writers = Object.entries<Access>(ACCESS).filter(
    ([id]) => !(id in QUEUE_CONSUMERS || id in STREAM_CONSUMERS || TRIGGER_IDS.some((one) => one === id)),
  );
  for (const [id, access] of writers) {
    const takers = Object.entries(QUEUE_CONSUMERS).filter(([, { queue }]) => access.sends?.includes(queue));
    const followers = Object.entries<StreamConsumer>(STREAM_CONSUMERS).filter(([, follower]) =>
      follower.tables.some((table) => mayMean(follower, access.tables?.[table])),
    );
    for (const [than] of [...takers, ...followers]) {
      pairs += 1;
      if (!isLater(id, than)) early.push(`${id} is not after ${than}`);
    }
  }
  expect(pairs).toBeGreaterThan(200);
  expect(early).toEqual([]);
});

/** Whether a write by this grant can pass the follower's filter. */
function mayMean({ filters }: StreamConsumer, grant: Grant<string> | undefined): boolean {
  const actions = grant === undefined ? [] : "actions" in grant ? grant.actions : grant;
  if (!actions.some((action) => /^(?:Put|Update|Delete|BatchWrite)Item$/.test(action))) return false;
  // Rows about mail to an address have the `sk` "mail", which passes no filter.
  if (grant !== undefined && "leadingKeys" in grant && grant.leadingKeys.join() === "invited#*") return false;
  const [, wanted] = /"pk":\{"S":\[\{"prefix":"(\w+)#"/.exec(JSON.stringify(filters ?? "")) ?? [];
  if (wanted === undefined || grant === undefined || !("leadingKeys" in grant)) return true;
  return grant.leadingKeys.some((key) => key.startsWith(wanted));
}

it("a function's variables stay below Lambda's limit of 4 KB", () => {
  const templates = synthesize({ stage: "staging" });
  for (const part of PARTS)
    for (const [, fn] of ofType(templates[part], "AWS::Lambda::Function")) {
      const { Variables } = fn.Properties.Environment;
      // The public lease keys need up to 2,600 bytes (test/functions/platform/leases.test.ts).
      expect(JSON.stringify(Variables).length).toBeLessThan("LEASE_KEYS" in Variables ? 1400 : 3000);
    }
});

it("an unknown stage is refused", () => {
  expect(() => build({ stage: "production" })).toThrow(
    'There is no stage "production". Choose one with -c stage=<name>: dev, staging, prod.',
  );
});

it("a name that is too long for Lambda is refused", () => {
  const long = `${BRAND.slug}-staging-affiliates-${"x".repeat(50)}`;
  expect(() => namesOf("staging").function(`affiliates/${"x".repeat(50)}`)).toThrow(
    new RegExp(`would be called ${long}, which has ${long.length} characters of Lambda's 64`),
  );
});

it("findings of exactly twelve rules of the rule packs are acknowledged", () => {
  const source = readFileSync(new URL("../../infra/checks.ts", import.meta.url), "utf8");
  const rules = new Set(
    [...source.matchAll(/(?:AwsSolutions|Serverless)-[A-Za-z0-9]+/g)].map(([rule]) => rule),
  );
  expect([...rules].sort()).toEqual([
    "AwsSolutions-APIG4",
    "AwsSolutions-CFR2",
    "AwsSolutions-CFR4",
    "AwsSolutions-COG1",
    "AwsSolutions-COG2",
    "AwsSolutions-COG8",
    "AwsSolutions-IAM5",
    "AwsSolutions-SMG4",
    "Serverless-LambdaDLQ",
    "Serverless-LambdaEventSourceMappingDestination",
    // AWS does not support resources for ses:GetAccount.
    "Serverless-LambdaStarPermissions",
    "Serverless-SQSRedrivePolicy",
  ]);
});
