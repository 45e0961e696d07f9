import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { STAGES } from "../../infra/names.ts";
import { buildPipeline } from "../../infra/pipeline/build.ts";
import { deploy } from "../../scripts/deploy.ts";
import { machine } from "./machine.ts";
import { problemsOf } from "./schema.ts";
import { type Resource, text } from "./synthesized.ts";

const REPOSITORY = "somebody/articlip";

function synthesizePipeline(stage: string, repository = REPOSITORY, more: Record<string, string> = {}) {
  const outdir = mkdtempSync(path.join(tmpdir(), "pipeline-"));
  const { app, github, deployer } = buildPipeline({ outdir, context: { stage, repository, ...more } });
  const assembly = app.synth();
  const read = (name: string): Record<string, Resource> => assembly.getStackByName(name).template.Resources;
  return { github: read(github.stackName), deployer: read(deployer.stackName) };
}

const prod = synthesizePipeline("prod");
const roleOf = (resources: Record<string, Resource>): Resource["Properties"] =>
  Object.values(resources).find(({ Type }) => Type === "AWS::IAM::Role")?.Properties;

type Statement = { Sid: string; Action: string; Resource: unknown };
const statementsOf = (role: Resource["Properties"]): Statement[] => role.Policies[0].PolicyDocument.Statement;

/** `action resource`, with the account and region of the machine that the tests pretend. */
function allowedOf(role: Resource["Properties"]): string[] {
  const here = (value: unknown) =>
    text(value)
      .replaceAll(/\$\{AWS::Partition\}/g, "aws")
      .replaceAll(/\$\{AWS::AccountId\}/g, "111122223333")
      .replaceAll(/\$\{AWS::Region\}/g, "eu-west-1")
      .replace(/\$\{DistributionId\}/, "E1")
      .replace(/\$\{Secret(\w+)Arn\}/, (_all, name: string) => `articlip/prod/${name.toLowerCase()}`);
  return statementsOf(role).flatMap(({ Action, Resource: resources }) =>
    [resources].flat().map((resource) => `${Action} ${here(resource)}`),
  );
}

it.each(STAGES)("CloudFormation and the rule packs take it for %s", (stage) => {
  for (const resources of Object.values(synthesizePipeline(stage)))
    for (const [id, { Type, Properties }] of Object.entries(resources))
      expect(problemsOf(Type, Properties), id).toEqual([]);
});

describe("who may sign in", () => {
  const trusted = (role: Resource["Properties"]) =>
    role.AssumeRolePolicyDocument.Statement.map((statement: { Condition: unknown }) => statement.Condition);
  const only = (what: string) => [
    {
      StringEquals: {
        "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
        "token.actions.githubusercontent.com:sub": `repo:${REPOSITORY}:${what}`,
      },
    },
  ];

  it("as who deploys: a job of this repository's environment of that name", () => {
    expect(trusted(roleOf(prod.deployer))).toEqual(only("environment:prod"));
    expect(trusted(roleOf(synthesizePipeline("dev").deployer))).toEqual(only("environment:dev"));
  });

  it("as who looks: a pull request of this repository", () => {
    expect(trusted(roleOf(prod.github))).toEqual(only("pull_request"));
  });

  it.each(["", "somebody", "somebody/*", "*/*", "somebody/articlip:ref"])(
    "nobody by a repository that is none: %s",
    (repository) => {
      expect(() => synthesizePipeline("prod", repository)).toThrow(/Say -c repository=<owner>\/<name>/);
    },
  );
});

it("makes the account's provider for GitHub, unless there is one", () => {
  const typesOf = (resources: Record<string, Resource>) => Object.values(resources).map(({ Type }) => Type);
  expect(typesOf(prod.github)).toEqual(expect.arrayContaining(["AWS::IAM::OIDCProvider", "AWS::IAM::Role"]));
  const second = synthesizePipeline("prod", REPOSITORY, { provider: "existing" });
  expect(typesOf(second.github)).toEqual(["AWS::IAM::Role"]);
});

it("who looks may become nobody but the CDK's reader", () => {
  expect(allowedOf(roleOf(prod.github))).toEqual(
    ["eu-west-1", "us-east-1"].map(
      (region) =>
        `sts:AssumeRole arn:aws:iam::111122223333:role/cdk-hnb659fds-lookup-role-111122223333-${region}`,
    ),
  );
});

/** What a call of Amazon's command line takes, by what scripts/deploy.ts calls it with. */
function neededBy(line: string): string | undefined {
  const after = (option: string) => new RegExp(`${option} (\\S+)`).exec(line)?.[1] ?? "";
  const region = line.startsWith("us-east-1 ") ? "us-east-1" : "eu-west-1";
  const at = (service: string, resource: string) => `arn:aws:${service}:${region}:111122223333:${resource}`;
  if (line.includes("ssm get-parameter"))
    return `ssm:GetParameter ${at("ssm", `parameter${after("--name")}`)}`;
  if (line.includes("ssm put-parameter"))
    return `ssm:PutParameter ${at("ssm", `parameter${after("--name")}`)}`;
  if (line.includes("get-secret-value")) return `secretsmanager:GetSecretValue ${after("--secret-id")}`;
  if (line.includes("describe-stacks"))
    return `cloudformation:DescribeStacks ${at("cloudformation", `stack/${after("--stack-name")}/*`)}`;
  const [, bucket] = /s3 cp \S+ s3:\/\/([^/]+)\//.exec(line) ?? [];
  if (bucket) return `s3:PutObject arn:aws:s3:::${bucket}/*`;
  if (line.includes("create-invalidation"))
    return `cloudfront:CreateInvalidation arn:aws:cloudfront::111122223333:distribution/${after("--distribution-id")}`;
  return undefined;
}

const COMPLETE = {
  "/cdk-bootstrap/hnb659fds/version": "30",
  ...Object.fromEntries(
    ["operator-email", "stripe/price-monthly", "stripe/price-lifetime", "site-url"]
      .concat("user-pool-id", "user-pool-client-id")
      .map((name) => [`/articlip/prod/${name}`, "x"]),
  ),
  "/articlip/prod/distribution-id": "E1",
  "articlip/prod/stripe": JSON.stringify({ secretKey: "x", connectWebhookSecrets: ["x"] }),
  "articlip/prod/lease": JSON.stringify({ current: {} }),
  "articlip/prod/origin": "v1\tfirst",
};

it("who deploys may do what a deployment does, and nothing else", async () => {
  const { run, calls } = machine(COMPLETE);
  const siteFolder = mkdtempSync(path.join(tmpdir(), "site-"));
  await deploy({ stage: "prod" }, { run, say: () => {}, smoke: async () => [], siteFolder });
  const aws = calls.filter((line) => /(^| )aws /.test(line));
  const unknown = aws.filter((line) => neededBy(line) === undefined);
  // What needs no permission.
  expect(unknown.filter((line) => !/--version|get-caller-identity|configure get/.test(line))).toEqual([]);
  const needed = new Set(aws.flatMap((line) => neededBy(line) ?? []));
  const allowed = new Set(allowedOf(roleOf(prod.deployer)).filter((one) => !one.startsWith("sts:")));
  expect([...needed].sort()).toEqual([...allowed].sort());
});

it("the workflows ask for the roles by the variables that the stacks name", () => {
  const workflow = (name: string) =>
    readFileSync(path.resolve(import.meta.dirname, "../../.github/workflows", name), "utf8");
  const source = readFileSync(path.resolve(import.meta.dirname, "../../infra/pipeline/roles.ts"), "utf8");
  expect(workflow("deploy-stage.yml")).toMatch(/role-to-assume: \$\{\{ vars\.AWS_DEPLOY_ROLE \}\}/);
  expect(workflow("pull-request.yml")).toMatch(/role-to-assume: \$\{\{ vars\.AWS_DIFF_ROLE \}\}/);
  for (const name of ["AWS_DEPLOY_ROLE", "AWS_DIFF_ROLE"]) expect(source).toContain(name);
});
