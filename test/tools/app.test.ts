import { readFileSync } from "node:fs";
import { CfnPolicy } from "aws-cdk-lib/aws-iam";
import { expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { namesOf, PARTS, STAGES } from "../../infra/names.ts";
import { build, ofType, synthesize, synthesizeAnew } from "../infra/synthesized.ts";

const MAX_RESOURCES = 450;

it("is the same template each time", () => {
  expect(synthesizeAnew()).toEqual(synthesize());
});

it.each(STAGES)("fits into CloudFormation at stage %s", (stage) => {
  const templates = synthesize({ stage });
  for (const part of PARTS) expect(Object.keys(templates[part].Resources).length).toBeLessThan(MAX_RESOURCES);
});

it.each(STAGES)("has no finding of the rule packs at stage %s but those acknowledged", (stage) => {
  expect(() => build({ stage }, true).app.synth()).not.toThrow();
});

it("does not pass with an unexplained wildcard", () => {
  const { app, api } = build({}, true);
  new CfnPolicy(api, "Planted", {
    policyName: "planted",
    roles: ["anyone"],
    policyDocument: {
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Action: "dynamodb:*", Resource: "*" }],
    },
  });
  expect(() => app.synth()).toThrow(/AwsSolutions-IAM5\[Action::dynamodb:\*\]/);
});

it("names everything by its stage", () => {
  const dev = JSON.stringify(synthesize({ stage: "dev" }));
  const prod = JSON.stringify(synthesize({ stage: "prod" }));
  expect(dev).not.toContain(`${BRAND.slug}-prod`);
  expect(prod).not.toContain(`${BRAND.slug}-dev`);
  expect(prod).not.toContain(`${BRAND.slug}/dev`);
});

it("exports nothing from stack to stack", () => {
  const templates = synthesize();
  for (const part of PARTS) {
    expect(JSON.stringify(templates[part])).not.toContain("Fn::ImportValue");
    for (const output of Object.values(templates[part].Outputs ?? {})) expect(output.Export).toBeUndefined();
  }
});

/** Configuration of a deployment: no stack makes these, the setup does. */
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

it("reads no parameter that an earlier stack or the setup does not write", () => {
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

it("deploys data, then the site, then the functions, which know its address", () => {
  const { firewall, data, site, api, desk, jobs, gate, watch } = build({ stage: "prod" });
  expect(site.dependencies).toEqual([firewall, data]);
  for (const functions of [api, desk, jobs]) expect(functions.dependencies).toContain(site);
  expect(gate.dependencies).toEqual(expect.arrayContaining([api, desk]));
  expect(watch.dependencies).toEqual(expect.arrayContaining([gate, jobs]));
});

it("keeps a function's variables under Lambda's 4 KB", () => {
  const templates = synthesize({ stage: "staging" });
  for (const part of PARTS)
    for (const [, fn] of ofType(templates[part], "AWS::Lambda::Function")) {
      const { Variables } = fn.Properties.Environment;
      // What clients may know of the keys has up to 2,600 (test/functions/platform/leases.test.ts).
      expect(JSON.stringify(Variables).length).toBeLessThan("LEASE_KEYS" in Variables ? 1400 : 3000);
    }
});

it("refuses a stage that it does not know", () => {
  expect(() => build({ stage: "production" })).toThrow(
    'There is no stage "production". Choose one with -c stage=<name>: dev, staging, prod.',
  );
});

it("refuses a name that Lambda would not take", () => {
  const long = `${BRAND.slug}-staging-affiliates-${"x".repeat(50)}`;
  expect(() => namesOf("staging").function(`affiliates/${"x".repeat(50)}`)).toThrow(
    new RegExp(`would be called ${long}, which has ${long.length} characters of Lambda's 64`),
  );
});

it("acknowledges twelve findings of the rule packs, and no more", () => {
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
    // ses:GetAccount knows no resources.
    "Serverless-LambdaStarPermissions",
    "Serverless-SQSRedrivePolicy",
  ]);
});
