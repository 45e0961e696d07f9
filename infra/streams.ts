import { CfnEventSourceMapping, type CfnFunction } from "aws-cdk-lib/aws-lambda";
import type { Access } from "./access/row.ts";
import { ACCESS, type FunctionId } from "./access.ts";
import { acknowledgeStreamFailures } from "./checks.ts";
import { ASIDE, STREAM_CONSUMER_IDS, STREAM_CONSUMERS, type StreamConsumer } from "./events.ts";
import { createFunction } from "./lambda.ts";
import { deadLettersOfJobs, logicalName, streamParameter } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

const FOLLOWER_TIMEOUT_SECONDS = 60;
const HOUR_SECONDS = 60 * 60;
/** A stream keeps records for 24 hours. Lambda must still find a record there to report that it gave up. */
const OLDEST_SECONDS = 23 * HOUR_SECONDS;
/** Retries until a record is too old. Functions set aside what a retry cannot fix. */
const NO_LIMIT = -1;

export function createStreams(scope: Scope, isHere: (id: FunctionId) => boolean): CfnFunction[] {
  return STREAM_CONSUMER_IDS.filter(isHere).map((id) => {
    const { tables, filters, batchSize, windowSeconds }: StreamConsumer = STREAM_CONSUMERS[id];
    const access: Access = ACCESS[id];
    const fn = createFunction(scope, id, {
      access: { ...access, follows: tables, sends: [...(access.sends ?? []), ASIDE] },
      timeoutSeconds: FOLLOWER_TIMEOUT_SECONDS,
      environment: { SITE_URL: published(scope, "site-url") },
    });
    acknowledgeStreamFailures(fn);
    for (const table of tables)
      new CfnEventSourceMapping(scope.stack, `${logicalName(id)}Follows${table}`, {
        functionName: fn.ref,
        eventSourceArn: published(scope, streamParameter(table)),
        startingPosition: "TRIM_HORIZON",
        batchSize,
        maximumBatchingWindowInSeconds: windowSeconds,
        functionResponseTypes: ["ReportBatchItemFailures"],
        bisectBatchOnFunctionError: true,
        maximumRetryAttempts: NO_LIMIT,
        maximumRecordAgeInSeconds: OLDEST_SECONDS,
        destinationConfig: { onFailure: { destination: deadLettersOfJobs(scope) } },
        ...(filters === undefined
          ? {}
          : { filterCriteria: { filters: filters.map((one) => ({ pattern: JSON.stringify(one) })) } }),
      });
    return fn;
  });
}
