import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { STAGES } from "../../infra/names.ts";
import { buildPipeline } from "../../infra/pipeline/build.ts";
import { FUNCTION_PARTS } from "../../infra/stacks.ts";
import { checkRelease } from "../../scripts/deploy/compare.ts";
import { deploy } from "../../scripts/deploy.ts";
import { ACCOUNT, startCloud } from "./cloud.ts";
import { stageWith, templateOf } from "./deploying.ts";
import { problemsOf } from "./schema.ts";
import { type Resource, text } from "./synthesized.ts";

const REPOSITORY = `someone/${BRAND.slug}`;

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

/** The allowed calls as `action resource`, with the tests' account and region. */
function allowedOf(role: Resource["Properties"]): string[] {
  const here = (value: unknown) =>
    text(value)
      .replaceAll(/\$\{AWS::Partition\}/g, "aws")
      .replaceAll(/\$\{AWS::AccountId\}/g, "111122223333")
      .replaceAll(/\$\{AWS::Region\}/g, "eu-west-1")
      .replace(/\$\{DistributionId\}/, "E1")
      .replace(/\$\{ApiId\}/, "a1")
      .replace(/\$\{Secret(\w+)Arn\}/, (_all, name: string) => `${BRAND.slug}/prod/${name.toLowerCase()}`);
  return statementsOf(role).flatMap(({ Action, Resource: resources }) =>
    [resources].flat().map((resource) => `${Action} ${here(resource)}`),
  );
}

it.each(STAGES)("CloudFormation and the rule packs accept the pipeline for %s", (stage) => {
  for (const resources of Object.values(synthesizePipeline(stage)))
    for (const [id, { Type, Properties }] of Object.entries(resources))
      expect(problemsOf(Type, Properties), id).toEqual([]);
});

describe("signing in to AWS", () => {
  const trusted = (role: Resource["Properties"]) =>
    role.AssumeRolePolicyDocument.Statement.map((statement: { Condition: unknown }) => statement.Condition);
  const only = (...subjects: string[]) => [
    {
      StringEquals: {
        "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
        "token.actions.githubusercontent.com:sub": subjects.map((subject) => `repo:${subject}`),
      },
    },
  ];

  it("lets a job deploy a stage only from this repository's environment with the stage's name", () => {
    expect(trusted(roleOf(prod.deployer))).toEqual(only(`${REPOSITORY}:environment:prod`));
    expect(trusted(roleOf(synthesizePipeline("dev").deployer))).toEqual(
      only(`${REPOSITORY}:environment:dev`),
    );
  });

  it("lets only this repository's pull requests assume the role that reads", () => {
    expect(trusted(roleOf(prod.github))).toEqual(only(`${REPOSITORY}:pull_request`));
  });

  it("accepts both forms of GitHub's tokens if the setting has the repository's ids", () => {
    const { github, deployer } = synthesizePipeline("prod", `someone@12/${BRAND.slug}@3456`);
    const [ids, old] = [`someone@12/${BRAND.slug}@3456`, REPOSITORY];
    expect(trusted(roleOf(deployer))).toEqual(only(`${ids}:environment:prod`, `${old}:environment:prod`));
    expect(trusted(roleOf(github))).toEqual(only(`${ids}:pull_request`, `${old}:pull_request`));
  });

  it.each(
    [
      [
        "",
        "someone",
        "someone/*",
        "*/*",
        `someone/${BRAND.slug}:ref`,
        `some@body/${BRAND.slug}`,
        "a@1/b@*",
        "a@*/b@2",
      ],
      [`someone@1/${BRAND.slug}`, `someone/${BRAND.slug}@2`, "a@/b@", "a/b/c"],
    ].flat(),
  )("is not configured for an invalid repository: %j", (repository) => {
    expect(() => synthesizePipeline("prod", repository)).toThrow(
      /Use -c repository=<owner>@<id>\/<name>@<id>, or.*gh api repos/,
    );
  });
});

it("the pipeline creates the account's provider for GitHub, unless the setting says that one exists", () => {
  const typesOf = (resources: Record<string, Resource>) => Object.values(resources).map(({ Type }) => Type);
  expect(typesOf(prod.github)).toEqual(expect.arrayContaining(["AWS::IAM::OIDCProvider", "AWS::IAM::Role"]));
  const second = synthesizePipeline("prod", REPOSITORY, { provider: "existing" });
  expect(typesOf(second.github)).toEqual(["AWS::IAM::Role"]);
});

it("the role for pull requests can read prod's templates but no data, and cannot assume another role", () => {
  expect(allowedOf(roleOf(prod.github))).toEqual(
    ["DescribeStacks", "GetTemplate"].flatMap((action) =>
      ["eu-west-1", "us-east-1"].map(
        (region) =>
          `cloudformation:${action} arn:aws:cloudformation:${region}:111122223333:stack/${BRAND.slug}-prod-*/*`,
      ),
    ),
  );
});

const workflow = (): string =>
  readFileSync(path.resolve(import.meta.dirname, "../../.github/workflows/deploy-stage.yml"), "utf8");

/** The resource of the permission to remove a route's limit: every route of the same stage. */
const arnOfLimit = (region: string, path: string): string =>
  `arn:aws:apigateway:${region}::/${path.replace(/^v2\//, "").replace(/[^/]+$/, "*")}`;

/** The permission for a recorded call like `eu-west-1 ssm GetParameter /name`; undefined if it needs none. */
function neededBy(line: string): string | undefined {
  const [region = "", service = "", operation = "", resource = ""] = line.split(" ");
  if (line.includes("sts GetCallerIdentity")) return undefined;
  if (service === "secretsmanager") return `${service}:${operation} ${resource}`;
  if (service === "ssm") return `ssm:${operation} arn:aws:ssm:${region}:${ACCOUNT}:parameter${resource}`;
  if (service === "cloudformation")
    return `${service}:${operation} arn:aws:${service}:${region}:${ACCOUNT}:stack/${resource}/*`;
  if (service === "s3") return `s3:PutObject arn:aws:s3:::${resource.split("/")[0]}/*`;
  if (service === "apigateway") return `apigateway:DELETE ${arnOfLimit(region, resource)}`;
  if (service === "sns") return `sns:${operation} ${resource}`;
  if (service === "cloudfront" && resource.endsWith("/invalidation"))
    return `cloudfront:CreateInvalidation arn:aws:cloudfront::${ACCOUNT}:distribution/${resource.split("/")[2]}`;
  throw new Error(`Say which permission this takes: ${line}`);
}

const COMPLETE = {
  "/cdk-bootstrap/hnb659fds/version": "30",
  ...Object.fromEntries(
    ["operator-email", "stripe/price-monthly", "stripe/price-lifetime", "site-url"]
      .concat("user-pool-id", "user-pool-client-id", "operator-pool-id", "operator-pool-client-id")
      .map((name) => [`/${BRAND.slug}/prod/${name}`, "x"]),
  ),
  [`/${BRAND.slug}/prod/distribution-id`]: "E1",
  [`/${BRAND.slug}/prod/api-id`]: "a1",
  [`${BRAND.slug}/prod/stripe`]: JSON.stringify({
    secretKey: "x",
    webhookSecrets: ["x"],
    connectWebhookSecrets: ["x"],
  }),
  [`/${BRAND.slug}/prod/lease-keys`]: "{}",
  [`${BRAND.slug}/prod/origin`]: "first",
};

it("the role that deploys has exactly a deployment's permissions, besides assuming CDK's roles", async () => {
  const siteFolder = mkdtempSync(path.join(tmpdir(), "site-"));
  const ADDRESS = { domain: "shop.example.com", certificate: "arn:aws:acm:us-east-1:1:certificate/1" };
  const needed = new Set<string>();
  // A deployment compares the synthesized stacks with the deployed ones.
  const assembly = mkdtempSync(path.join(tmpdir(), "assembly-"));
  for (const part of ["data", ...FUNCTION_PARTS, "gate"])
    writeFileSync(path.join(assembly, `${BRAND.slug}-prod-${part}.template.json`), '{"Resources":{}}');
  const compare: typeof checkRelease = (aws, deployment) => checkRelease(aws, deployment, assembly);
  // The second deployment removes the address.
  for (const address of [ADDRESS, { domain: "none" }]) {
    const { connect, run, calls, close } = await startCloud({
      ...COMPLETE,
      [`/${BRAND.slug}/prod/domain`]: "old.example.com",
      [`/${BRAND.slug}/prod/certificate`]: "old",
      [`${BRAND.slug}-prod-gate`]: templateOf(stageWith("GET /gone")),
    });
    await deploy(
      { stage: "prod", ...address },
      { connect, run, say: () => {}, smoke: async () => [], siteFolder, compare },
    );
    await close();
    for (const line of calls.filter((call) => /^\w+-\w+-\d /.test(call))) {
      const permission = neededBy(line);
      if (permission !== undefined) needed.add(permission);
    }
  }
  const [, rollback = ""] = /--name "\/\$slug\/\$STAGE(\/[\w-]+)"/.exec(workflow()) ?? [];
  needed.add(`ssm:GetParameter arn:aws:ssm:eu-west-1:${ACCOUNT}:parameter/${BRAND.slug}/prod${rollback}`);
  const allowed = new Set(allowedOf(roleOf(prod.deployer)).filter((one) => !one.startsWith("sts:")));
  expect([...needed].sort()).toEqual([...allowed].sort());
});

it("the roles that deploy dev and staging can also read what verify reads, but prod's role cannot", () => {
  const policiesOf = (stage: string): { PolicyName: string; PolicyDocument: { Statement: Statement[] } }[] =>
    roleOf(synthesizePipeline(stage).deployer).Policies;
  const source = readFileSync(
    path.resolve(import.meta.dirname, "../../scripts/verify/deployedShop.ts"),
    "utf8",
  );
  for (const stage of ["dev", "staging"]) {
    const verify = policiesOf(stage).find(({ PolicyName }) => PolicyName === "verify");
    const actions = verify?.PolicyDocument.Statement.map(({ Action }) => Action) ?? [];
    expect(actions).toEqual(["dynamodb:GetItem", "cloudwatch:DescribeAlarms"]);
    expect(JSON.stringify(verify)).toContain(`table/${BRAND.slug}-${stage}-events`);
  }
  expect(policiesOf("prod").map(({ PolicyName }) => PolicyName)).toEqual(["own"]);
  const commands = [...source.matchAll(/new (\w+)Command\(|paginate(\w+)\(/g)].map(
    ([, one, all]) => one ?? all,
  );
  // The role can read parameters and the secret already, because a deployment reads them.
  expect(new Set(commands)).toEqual(new Set(["Get", "DescribeAlarms"]));
});

it("the session that a deployment's job gets at AWS outlasts the job's time limit", () => {
  const numberOf = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(workflow())?.[1]);
  const session = numberOf("role-duration-seconds");
  expect(session).toBeGreaterThan(numberOf("timeout-minutes") * 60);
  expect(roleOf(prod.deployer).MaxSessionDuration).toBe(session);
});

it("the pipeline passes each stage the domain and the certificate in GitHub's variables", () => {
  const workflow = (name: string) =>
    readFileSync(path.resolve(import.meta.dirname, "../../.github/workflows", name), "utf8");
  expect(workflow("deploy-stage.yml")).toContain('--domain "$DOMAIN" --certificate "$CERTIFICATE"');
  for (const stage of ["DEV", "STAGING", "PROD"])
    for (const name of ["DOMAIN", "CERTIFICATE"])
      expect(workflow("release.yml")).toContain(`${name.toLowerCase()}: \${{ vars.${stage}_${name} }}`);
});

it("the workflows take the roles from the variables that the stacks name", () => {
  const workflow = (name: string) =>
    readFileSync(path.resolve(import.meta.dirname, "../../.github/workflows", name), "utf8");
  const source = readFileSync(path.resolve(import.meta.dirname, "../../infra/pipeline/roles.ts"), "utf8");
  expect(workflow("deploy-stage.yml")).toMatch(/role-to-assume: \$\{\{ vars\.AWS_DEPLOY_ROLE \}\}/);
  expect(workflow("pull-request.yml")).toMatch(/role-to-assume: \$\{\{ vars\.AWS_DIFF_ROLE \}\}/);
  for (const name of ["AWS_DEPLOY_ROLE", "AWS_DIFF_ROLE"]) expect(source).toContain(name);
});
