import { type App, CloudFormationValidatePlugin, type Stack, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import type { IConstruct } from "constructs";
import type { Names } from "./names.ts";
import { FUNCTION_PARTS, PARTS, type Part } from "./stacks.ts";

type Acknowledged = { readonly rule: string; readonly on: readonly string[]; readonly reason: string };

const ACKNOWLEDGED: Readonly<Partial<Record<Part, readonly Acknowledged[]>>> = {
  data: [
    {
      rule: "AwsSolutions-SMG4",
      on: ["StripeSecret", "OriginSecret", "MailboxSecret", "PoolSecret"],
      reason:
        "A person rotates Stripe's keys at Stripe. The origin secret rotates with two deployments, because CloudFront and the functions read it only then. With another mailbox secret, the hashes of deleted accounts would match nothing. The pool secret allows only two operations, which also need a customer's token.",
    },
    {
      rule: "AwsSolutions-COG1",
      on: ["UserPool"],
      reason: "The product's password rules, which the sign-up form shows, require no symbol.",
    },
    {
      rule: "AwsSolutions-COG2",
      on: ["UserPool"],
      reason: "Customers choose whether to use a second factor.",
    },
    {
      rule: "AwsSolutions-COG1",
      on: ["OperatorPool"],
      reason: "A password needs twelve characters of three kinds. Length is worth more than a symbol.",
    },
    {
      rule: "AwsSolutions-COG8",
      on: ["OperatorPool"],
      reason:
        "Plus would add checks that do not work with SRP: docs/decisions/why-do-operators-have-a-separate-user-pool.md.",
    },
    {
      rule: "AwsSolutions-COG8",
      on: ["UserPool"],
      reason:
        "docs/decisions/why-do-operators-have-a-separate-user-pool.md says what the other plans add and cost.",
    },
  ],
  site: [
    {
      rule: "AwsSolutions-CFR4",
      on: ["Distribution"],
      reason:
        "CloudFront's own certificate allows no minimum version. With -c domain and -c certificate, TLS 1.2 is the minimum.",
    },
  ],
};

export function addChecks(app: App, stacks: Readonly<Partial<Record<Part, Stack>>>): void {
  for (const part of PARTS)
    for (const { rule, on, reason } of ACKNOWLEDGED[part] ?? [])
      for (const id of on) {
        const resource = stacks[part]?.node.findChild(id);
        if (resource) Validations.of(resource).acknowledge({ id: rule, reason });
      }
  addRulePacks(app);
}

/**
 * Runs both rule packs at every synthesis. CDK's validation of the finished templates takes longer than everything
 * else, so only `-c validate=true` adds it. `npm test` and each deployment set this option.
 */
export function addRulePacks(app: App): void {
  const validations = Validations.of(app);
  validations.addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  if (app.node.tryGetContext("validate") === "true") validations.addPlugins(new TemplateReader());
}

/** CDK's class returns undefined where its interface requires a string. */
class TemplateReader extends CloudFormationValidatePlugin {
  override get version(): string {
    return super.version ?? "";
  }
  override get ruleIds(): string[] {
    return super.ruleIds ?? [];
  }
}

export function acknowledgeNoFirewall(distribution: IConstruct): void {
  Validations.of(distribution).acknowledge({
    id: "AwsSolutions-CFR2",
    reason: "The stage has no customers, and a firewall costs more than everything else in it.",
  });
}

export function acknowledgeNoSecondFactor(pool: IConstruct): void {
  Validations.of(pool).acknowledge({
    id: "AwsSolutions-COG2",
    reason: "The stage has no customers; its operator signs in with the password alone.",
  });
}

const QUOTA_OF_ACCOUNT = "SES's quota belongs to the account: the call that reads it takes no resource.";

export function acknowledgeMail(role: IConstruct): void {
  Validations.of(role).acknowledge(
    {
      id: "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]",
      reason: "In its sandbox, SES also checks the recipient's identity. A condition allows one sender.",
    },
    { id: "AwsSolutions-IAM5[Resource::*]", reason: QUOTA_OF_ACCOUNT },
    { id: "Serverless-LambdaStarPermissions", reason: QUOTA_OF_ACCOUNT },
  );
}

/** For the wildcard in every function's role. The synthesis fails on a wildcard that nothing acknowledges. */
export function acknowledgeLogStreams(role: IConstruct, logGroup: string): void {
  const streams = `arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:${logGroup}:*`;
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${streams}]`,
    reason: "Lambda chooses the names of the log streams.",
  });
}

export function acknowledgeDeployer(role: IConstruct, names: Names): void {
  const bucket = `${names.prefix}-site-<AWS::AccountId>`;
  const stacks = [
    ["firewall", "us-east-1"],
    ...(["data", "site", ...FUNCTION_PARTS, "gate"] as const).map((part) => [part, "<AWS::Region>"] as const),
  ] as const;
  Validations.of(role).acknowledge(
    {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${bucket}/*]`,
      reason: "The names of the site's files depend on their content.",
    },
    ...stacks.map(([part, region]) => ({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudformation:${region}:<AWS::AccountId>:stack/${names.stack(part)}/*]`,
      reason: "CloudFormation chooses the end of a stack's ARN.",
    })),
    {
      id: "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apis/<ApiId>/stages/backend/routesettings/*]",
      reason: "A later release decides which routes to remove.",
    },
    ...["<AWS::Region>", "us-east-1"].map((region) => ({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudwatch:${region}:<AWS::AccountId>:alarm:*]`,
      reason: "A query by name prefix requires access to all alarms.",
    })),
  );
}

export function acknowledgeReader(role: IConstruct, { prefix }: Names): void {
  Validations.of(role).acknowledge(
    ...["<AWS::Region>", "us-east-1"].map((region) => ({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudformation:${region}:<AWS::AccountId>:stack/${prefix}-*/*]`,
      reason: "A pull request may change any stack of the stage; the role only reads templates.",
    })),
  );
}

export function acknowledgeTracing(policy: IConstruct): void {
  Validations.of(policy).acknowledge({
    id: "AwsSolutions-IAM5[Resource::*]",
    reason: "X-Ray's actions take no resources.",
  });
}

export function acknowledgeCallerWaits(fn: IConstruct): void {
  Validations.of(fn).acknowledge({
    id: "Serverless-LambdaDLQ",
    reason: "No call is asynchronous: the caller waits and gets the error.",
  });
}

export function acknowledgeQueueFailures(fn: IConstruct, mapping: IConstruct): void {
  const reason =
    "A failed message returns to its queue. After the last attempt, it goes to the dead-letter queue.";
  Validations.of(fn).acknowledge({ id: "Serverless-LambdaDLQ", reason });
  Validations.of(mapping).acknowledge({ id: "Serverless-LambdaEventSourceMappingDestination", reason });
}

export function acknowledgeStreamFailures(fn: IConstruct): void {
  Validations.of(fn).acknowledge({
    id: "Serverless-LambdaDLQ",
    reason: "Bad records are set aside. Records that Lambda gives up on go to the jobs' dead-letter queue.",
  });
}

export function acknowledgeLastQueue(queue: IConstruct): void {
  const reason = "This is the last queue: a person reads its messages and moves them back.";
  Validations.of(queue).acknowledge({ id: "Serverless-SQSRedrivePolicy", reason });
}

/** For the role of AWS Backup, which no person and no function can assume. */
export function acknowledgeCopies(role: IConstruct): void {
  const copies = "arn:<AWS::Partition>:backup:<AWS::Region>:<AWS::AccountId>:recovery-point:*";
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${copies}]`,
    reason: "AWS Backup chooses the names of copies; the role may only tag them.",
  });
}

export function acknowledgeNoAuthorizer(route: IConstruct): void {
  Validations.of(route).acknowledge({
    id: "AwsSolutions-APIG4",
    reason:
      "The call has no user pool token. The function checks Stripe's signature, the license key or the API key, or nothing because the answer is public or empty.",
  });
}
