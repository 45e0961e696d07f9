import { CfnRole } from "aws-cdk-lib/aws-iam";
import type { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { CfnQueue } from "aws-cdk-lib/aws-sqs";
import { ACCESS } from "./access.ts";
import { SCHEDULED_IDS, SCHEDULES } from "./events.ts";
import { createFunction } from "./lambda.ts";
import { logicalName } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

/** Lambda's own limit: a batch keeps its place and continues in the next run. */
const BATCH_TIMEOUT_SECONDS = 900;
const RETRIES = { maximumRetryAttempts: 2, maximumEventAgeInSeconds: 3600 };

/**
 * Functions that the clock calls, each by a schedule; EventBridge Scheduler's own 185 retries are not wanted. It
 * hands an event over and never learns how the run ended: what could not be handed over it puts into the dead
 * letters by its own role, a run that failed Lambda does, by the function's.
 */
export function createSchedules(scope: Scope, deadLetters: CfnQueue): void {
  const { stack, names } = scope;
  const functions = SCHEDULED_IDS.map((id) => {
    const fn = createFunction(scope, id, {
      access: ACCESS[id],
      timeoutSeconds: BATCH_TIMEOUT_SECONDS,
      environment: { SITE_URL: published(scope, "site-url") },
      deadLetters,
    });
    return { id, fn };
  });
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
        deadLetterConfig: { arn: deadLetters.attrArn },
      },
    });
}

/** What the scheduler may do: call these functions, and put away what it could not deliver. */
function createRole({ stack, stage }: Scope, functions: CfnFunction[], deadLetters: CfnQueue): CfnRole {
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
              Resource: deadLetters.attrArn,
            },
          ],
        },
      },
    ],
  });
}
