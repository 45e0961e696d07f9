import { Aws, CfnOutput, Stack } from "aws-cdk-lib";
import { CfnOIDCProvider, CfnRole } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { BRAND } from "#shared/brand.ts";
import { acknowledgeDeployer, acknowledgeReader } from "../checks.ts";
import { API_STAGE } from "../gate.ts";
import { arn, FIREWALL_REGION, namesOf, QUALIFIER, type Stage } from "../names.ts";
import { published } from "../parameters.ts";
import type { Scope } from "../scope.ts";
import { FUNCTION_PARTS } from "../stacks.ts";
import { STAGE_SETTINGS } from "../stages.ts";
import type { RepositoryNames } from "./repository.ts";
import { isVerified, verifierStatements } from "./verifier.ts";

const GITHUB = "token.actions.githubusercontent.com";
/** Longer than a job of .github/workflows/deploy-stage.yml with a rollback. The workflow requests the same time. */
const SESSION_SECONDS = 7200;

type Statement = { Sid: string; Effect: "Allow"; Action: string; Resource: string | string[] };

/** The regions of a deployment. A deployment in the firewall's region has the same region twice. */
const REGIONS = [Aws.REGION, FIREWALL_REGION] as const;

/**
 * Allows only reading prod's deployed templates. The CDK's lookup role may read every table, and a pull request can
 * change its own workflow. The CDK warns that it cannot assume its lookup role, and continues.
 */
function looks(): Statement[] {
  const stacks = REGIONS.map(
    (region) =>
      `arn:${Aws.PARTITION}:cloudformation:${region}:${Aws.ACCOUNT_ID}:stack/${namesOf("prod").prefix}-*/*`,
  );
  return [
    { Sid: "FindStacks", Effect: "Allow", Action: "cloudformation:DescribeStacks", Resource: stacks },
    { Sid: "ReadTemplates", Effect: "Allow", Action: "cloudformation:GetTemplate", Resource: stacks },
  ];
}

/** Once per account: trusts GitHub's tokens, and creates the role that reads the templates for pull requests. */
export function createGithub(scope: Construct, repository: RepositoryNames, makesProvider: boolean): Stack {
  const stack = new Stack(scope, `${BRAND.slug}-github`, {
    description: `${BRAND.name}: GitHub's workflows sign in to this account without a key`,
  });
  const role = new CfnRole(stack, "DiffRole", {
    roleName: `${BRAND.slug}-diff`,
    description: "Reads the templates that a pull request would change, and no data",
    assumeRolePolicyDocument: trusts(repository, "pull_request"),
    policies: [policy(looks())],
  });
  acknowledgeReader(role, namesOf("prod"));
  // An account has only one provider, for all repositories that deploy to it.
  if (makesProvider)
    role.addResourceDependency(
      new CfnOIDCProvider(stack, "Github", {
        url: `https://${GITHUB}`,
        clientIdList: ["sts.amazonaws.com"],
      }),
    );
  new CfnOutput(stack, "DiffRoleArn", {
    value: role.attrArn,
    description: "GitHub's variable AWS_DIFF_ROLE",
  });
  return stack;
}

/** The role that deploys a stage. GitHub's environment of the same name decides who may start a deployment. */
export function createDeployer(scope: Construct, repository: RepositoryNames, stage: Stage): Stack {
  const names = namesOf(stage);
  const stack = new Stack(scope, `${names.prefix}-pipeline`, {
    description: `${BRAND.name} (${stage}): what the pipeline may do`,
    tags: { app: BRAND.slug, stage },
  });
  const role = new CfnRole(stack, "DeployRole", {
    roleName: `${names.prefix}-deploy`,
    description: `Deploys ${stage}`,
    maxSessionDuration: SESSION_SECONDS,
    assumeRolePolicyDocument: trusts(repository, `environment:${stage}`),
    policies: [
      policy(deployment({ stack, stage, names, settings: STAGE_SETTINGS[stage] })),
      ...(isVerified(stage) ? [policy(verifierStatements(names), "verify")] : []),
    ],
  });
  acknowledgeDeployer(role, names);
  new CfnOutput(stack, "DeployRoleArn", {
    value: role.attrArn,
    description: `GitHub's variable AWS_DEPLOY_ROLE of the environment ${stage}`,
  });
  return stack;
}

/** Trusts this repository's tokens for one purpose: a pull request, or a job of one environment. */
function trusts(repository: RepositoryNames, what: string) {
  return {
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { Federated: `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:oidc-provider/${GITHUB}` },
        Action: "sts:AssumeRoleWithWebIdentity",
        Condition: {
          StringEquals: {
            [`${GITHUB}:aud`]: "sts.amazonaws.com",
            [`${GITHUB}:sub`]: repository.map((name) => `repo:${name}:${what}`),
          },
        },
      },
    ],
  };
}

function policy(statements: readonly Statement[], policyName = "own") {
  return { policyName, policyDocument: { Version: "2012-10-17", Statement: statements } };
}

/** The CDK's own roles run CloudFormation and upload the bundles. */
function mayBecome(Sid: string, roles: readonly ("deploy" | "file-publishing" | "lookup")[]): Statement {
  const arnOf = (role: string, region: string) =>
    `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/cdk-${QUALIFIER}-${role}-role-${Aws.ACCOUNT_ID}-${region}`;
  return {
    Sid,
    Effect: "Allow",
    Action: "sts:AssumeRole",
    Resource: REGIONS.flatMap((region) => roles.map((role) => arnOf(role, region))),
  };
}

/** At its end, a deployment checks that alarms reach at least one person. */
function mayCountListeners({ names }: Scope): Statement {
  return {
    Sid: "CountListeners",
    Effect: "Allow",
    Action: "sns:GetTopicAttributes",
    Resource: arn("sns", names.alarmTopic),
  };
}

/** The calls that scripts/deploy.ts makes itself, besides the CDK's. A test compares this list with the script. */
function deployment(scope: Scope): Statement[] {
  const { names } = scope;
  const parameter = (name: string, region: string = Aws.REGION) =>
    `arn:${Aws.PARTITION}:ssm:${region}:${Aws.ACCOUNT_ID}:parameter${name}`;
  const stack = (name: string, region: string = Aws.REGION) =>
    `arn:${Aws.PARTITION}:cloudformation:${region}:${Aws.ACCOUNT_ID}:stack/${name}/*`;
  const read = [
    "operator-email",
    "api-id",
    "site-url",
    "license-issuer",
    "distribution-id",
    "user-pool-id",
    "user-pool-client-id",
    "operator-pool-id",
    "operator-pool-client-id",
    "stripe/price-monthly",
    "stripe/price-lifetime",
    "domain",
    "certificate",
    "deployed-commit",
    "functions-at-once",
    "lease-keys",
  ] as const;
  const address = ["domain", "certificate"] as const;
  const told = [
    "firewall-arn",
    "license-issuer",
    "origin-sent",
    "origin-accepted",
    "deployed-commit",
    ...address,
  ] as const;
  return [
    mayBecome("Deploy", ["deploy", "file-publishing", "lookup"]),
    {
      Sid: "ReadParameters",
      Effect: "Allow",
      Action: "ssm:GetParameter",
      Resource: [
        ...REGIONS.map((region) => parameter(`/cdk-bootstrap/${QUALIFIER}/version`, region)),
        ...read.map((name) => parameter(names.parameter(name))),
      ],
    },
    {
      Sid: "TellStacks",
      Effect: "Allow",
      Action: "ssm:PutParameter",
      Resource: told.map((name) => parameter(names.parameter(name))),
    },
    {
      Sid: "TakeAddressAway",
      Effect: "Allow",
      Action: "ssm:DeleteParameter",
      Resource: address.map((name) => parameter(names.parameter(name))),
    },
    {
      Sid: "ReadOutputs",
      Effect: "Allow",
      Action: "cloudformation:DescribeStacks",
      Resource: [stack(names.stack("firewall"), FIREWALL_REGION), stack(names.stack("site"))],
    },
    {
      Sid: "DropLimits",
      Effect: "Allow",
      Action: "apigateway:DELETE",
      Resource: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/apis/${published(scope, "api-id")}/stages/${API_STAGE}/routesettings/*`,
    },
    {
      Sid: "CompareRelease",
      Effect: "Allow",
      Action: "cloudformation:GetTemplate",
      Resource: (["data", ...FUNCTION_PARTS, "gate"] as const).map((part) => stack(names.stack(part))),
    },
    ...(scope.settings.alarms ? [mayCountListeners(scope)] : []),
    {
      // A deployment checks both secrets, and continues a rotation of the origin secret. The role can deploy functions,
      // which could read both secrets anyway.
      Sid: "ReadSecrets",
      Effect: "Allow",
      Action: "secretsmanager:GetSecretValue",
      Resource: (["stripe", "origin"] as const).map((name) => published(scope, `secret-${name}-arn`)),
    },
    {
      Sid: "UploadSite",
      Effect: "Allow",
      Action: "s3:PutObject",
      Resource: `arn:${Aws.PARTITION}:s3:::${names.bucket("site")}/*`,
    },
    {
      Sid: "RenewCopies",
      Effect: "Allow",
      Action: "cloudfront:CreateInvalidation",
      Resource: `arn:${Aws.PARTITION}:cloudfront::${Aws.ACCOUNT_ID}:distribution/${published(scope, "distribution-id")}`,
    },
  ];
}
