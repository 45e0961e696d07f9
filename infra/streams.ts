import { CfnEventSourceMapping } from "aws-cdk-lib/aws-lambda";
import type { CfnQueue } from "aws-cdk-lib/aws-sqs";
import type { Access } from "./access/grants.ts";
import { ACCESS } from "./access.ts";
import { acknowledgeStreamFailures } from "./checks.ts";
import { STREAM_CONSUMER_IDS, STREAM_CONSUMERS, type StreamConsumer } from "./events.ts";
import { createFunction } from "./lambda.ts";
import { logicalName, streamParameter } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

const FOLLOWER_TIMEOUT_SECONDS = 60;
const HOUR_SECONDS = 60 * 60;
/** A stream keeps its records for a day; what is given up before that can be read again from the table. */
const OLDEST_SECONDS = 12 * HOUR_SECONDS;
const RETRIES = 8;

/** Functions that follow tables' changes, one subscription a table; without a limit one bad record stops its shard for a day. */
export function createStreams(scope: Scope, deadLetters: CfnQueue): void {
  for (const id of STREAM_CONSUMER_IDS) {
    const { tables, filters, batchSize, windowSeconds }: StreamConsumer = STREAM_CONSUMERS[id];
    const access: Access = ACCESS[id];
    const fn = createFunction(scope, id, {
      access: { ...access, follows: tables },
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
        maximumRetryAttempts: RETRIES,
        maximumRecordAgeInSeconds: OLDEST_SECONDS,
        destinationConfig: { onFailure: { destination: deadLetters.attrArn } },
        ...(filters === undefined
          ? {}
          : { filterCriteria: { filters: filters.map((one) => ({ pattern: JSON.stringify(one) })) } }),
      });
  }
}
