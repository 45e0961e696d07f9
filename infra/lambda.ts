import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Stack } from "aws-cdk-lib";
import { CfnRole } from "aws-cdk-lib/aws-iam";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import type { Access } from "./access/row.ts";
import type { FunctionId } from "./access.ts";
import { countsOf } from "./alarms/counted.ts";
import { acknowledgeLogStreams, acknowledgeMail } from "./checks.ts";
import { arn, logicalName } from "./names.ts";
import { environmentOf, type Statement, statementsOf } from "./policy.ts";
import type { Scope } from "./scope.ts";
import { allowTracing } from "./tracing.ts";

/** Less than a whole processor (1,769 MB), because calls wait more than they compute. */
const MEMORY_MB = 512;

type Options = {
  readonly access: Access;
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
  /** The ARN of the queue for events whose asynchronous invocation failed all three times. */
  readonly deadLetters?: string;
};

/** Concurrency that these functions keep when an attack on other routes uses up the rest. */
const RESERVED: Readonly<Partial<Record<FunctionId, number>>> = {
  "stripeEvents/stripeWebhook": 50,
  "licenses/activate": 100,
  "licenses/refresh": 200,
};

/** Creates a function with its log group. Its role allows the function's access row, its log and its traces. */
export function createFunction(scope: Scope, id: FunctionId, options: Options): CfnFunction {
  const { stack, names, settings, stage } = scope;
  const { deadLetters } = options;
  const name = logicalName(id);
  const logGroup = new CfnLogGroup(stack, `${name}Logs`, {
    logGroupName: names.logGroup(id),
    retentionInDays: settings.logRetentionDays,
  });
  const role = new CfnRole(stack, `${name}Role`, {
    description: `What ${id} (${stage}) may do`,
    assumeRolePolicyDocument: {
      Version: "2012-10-17",
      Statement: [
        { Effect: "Allow", Principal: { Service: "lambda.amazonaws.com" }, Action: "sts:AssumeRole" },
      ],
    },
    policies: [
      {
        policyName: "own",
        policyDocument: {
          Version: "2012-10-17",
          Statement: [
            writesLog(names.logGroup(id)),
            ...statementsOf(scope, options.access),
            ...(deadLetters === undefined ? [] : [putsAway(deadLetters)]),
          ],
        },
      },
    ],
  });
  allowTracing(scope, role);
  acknowledgeLogStreams(role, names.logGroup(id));
  if (options.access.mails) acknowledgeMail(role);
  const code = bundleOf(stack, id);
  const fn = new CfnFunction(stack, `${name}Function`, {
    functionName: names.function(id),
    description: id,
    runtime: "nodejs24.x",
    architectures: ["arm64"],
    handler: "index.handler",
    code: { s3Bucket: code.s3BucketName, s3Key: code.s3ObjectKey },
    role: role.attrArn,
    memorySize: MEMORY_MB,
    timeout: options.timeoutSeconds,
    ...(settings.reservesConcurrency ? { reservedConcurrentExecutions: RESERVED[id] } : {}),
    ...(deadLetters === undefined ? {} : { deadLetterConfig: { targetArn: deadLetters } }),
    ...(callsItself(options.access) ? { recursiveLoop: "Allow" } : {}),
    tracingConfig: { mode: "Active" },
    loggingConfig: { logFormat: "Text", logGroup: logGroup.ref },
    environment: {
      variables: {
        FUNCTION_ID: id,
        STAGE: stage,
        ...options.environment,
        ...environmentOf(scope, options.access),
        ...countsOf(scope, id),
      },
    },
  });
  // Tells tools that read the template where the code is.
  code.addResourceMetadata(fn, "Code");
  return fn;
}

/** Whether the function sends messages to its own queue. Lambda stops such a loop after about 16 rounds by default. */
function callsItself({ receives, sends = [] }: Access): boolean {
  return receives !== undefined && sends.includes(receives);
}

function writesLog(logGroup: string): Statement {
  return {
    Sid: "Log",
    Effect: "Allow",
    Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
    Resource: arn("logs", `log-group:${logGroup}:*`),
  };
}

function putsAway(deadLetters: string): Statement {
  return { Sid: "PutAway", Effect: "Allow", Action: ["sqs:SendMessage"], Resource: deadLetters };
}

function bundleOf(stack: Stack, id: FunctionId): Asset {
  const bundles = String(stack.node.tryGetContext("bundles") ?? "dist/functions");
  const directory = join(bundles, id);
  if (!existsSync(join(directory, "index.cjs")))
    throw new Error(
      `The function ${id} has no bundle: ${join(directory, "index.cjs")} does not exist. ` +
        `Run "node scripts/bundle.ts" first.`,
    );
  return new Asset(stack, `${logicalName(id)}Code`, { path: directory });
}
