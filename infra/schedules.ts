import { CfnRole } from "aws-cdk-lib/aws-iam";
import type { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { ACCESS, type FunctionId } from "./access.ts";
import { SCHEDULED_IDS, SCHEDULES } from "./events.ts";
import { createFunction } from "./lambda.ts";
import { deadLettersOfJobs, logicalName } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

/** Lambda's limit. A batch stores its position and continues in the next run. */
const BATCH_TIMEOUT_SECONDS = 900;
const RETRIES = { maximumRetryAttempts: 2, maximumEventAgeInSeconds: 3600 };

/**
 * Creates the scheduled functions and their schedules. EventBridge Scheduler retries 185 times by default; two retries
 * are enough. The scheduler does not learn the result of a run. It sends only undeliverable events to the dead-letter
 * queue, with its own role. Lambda sends failed runs there, with the function's role.
 * @param followers functions of this stack that read its streams and queues. They are deployed first.
 */
export function createSchedules(
  scope: Scope,
  isHere: (id: FunctionId) => boolean,
  followers: readonly CfnFunction[],
): void {
  const { stack, names } = scope;
  const deadLetters = deadLettersOfJobs(scope);
  const functions = SCHEDULED_IDS.filter(isHere).map((id) => {
    const fn = createFunction(scope, id, {
      access: ACCESS[id],
      timeoutSeconds: BATCH_TIMEOUT_SECONDS,
      environment: { SITE_URL: published(scope, "site-url") },
      deadLetters,
    });
    for (const follower of followers) fn.addResourceDependency(follower);
    return { id, fn };
  });
  if (functions.length === 0) return;
  const role = createRole(
    scope,
    functions.map(({ fn }) => fn),
    deadLetters,
  );
  for (const { id, fn } of functions)
    new CfnSchedule(stack, `${logicalName(id)}Schedule`, {
      name: names.function(id),
      scheduleExpression: SCHEDULES[id],
      scheduleExpressionTimezone: "UTC",
      flexibleTimeWindow: { mode: "OFF" },
      target: {
        arn: fn.attrArn,
        roleArn: role.attrArn,
        retryPolicy: RETRIES,
        deadLetterConfig: { arn: deadLetters },
      },
    });
}

function createRole({ stack, stage }: Scope, functions: CfnFunction[], deadLetters: string): CfnRole {
  return new CfnRole(stack, "SchedulesRole", {
    description: `Calls the scheduled functions (${stage})`,
    assumeRolePolicyDocument: {
      Version: "2012-10-17",
      Statement: [
        { Effect: "Allow", Principal: { Service: "scheduler.amazonaws.com" }, Action: "sts:AssumeRole" },
      ],
    },
    policies: [
      {
        policyName: "own",
        policyDocument: {
          Version: "2012-10-17",
          Statement: [
            {
              Sid: "Call",
              Effect: "Allow",
              Action: ["lambda:InvokeFunction"],
              Resource: functions.map((fn) => fn.attrArn),
            },
            {
              Sid: "PutAway",
              Effect: "Allow",
              Action: ["sqs:SendMessage"],
              Resource: deadLetters,
            },
          ],
        },
      },
    ],
  });
}
