import { afterEach, expect } from "vitest";
import * as z from "zod/mini";
import type { AwsOptions } from "../../src/aws/server.ts";
import type { InvokeResult } from "../../src/aws/types.ts";
import type { MappingModel } from "../../src/template/model.ts";
import {
  allow,
  fn,
  mapping,
  queue,
  STREAM_READER,
  stackModel,
  startTestAws,
  type TestAws,
  table,
} from "./testStack.ts";

const EVENT = z.object({
  Records: z.array(
    z.object({
      eventID: z.string(),
      eventName: z.string(),
      eventSourceARN: z.string(),
      dynamodb: z.object({
        SequenceNumber: z.string(),
        ApproximateCreationDateTime: z.number(),
        Keys: z.object({ pk: z.object({ S: z.string() }) }),
      }),
    }),
  ),
});
type StreamEvent = z.infer<typeof EVENT>;
type Consumer = (event: StreamEvent) => InvokeResult;

const bare = table("Seats");
export const streamArn = `${bare.arn}/stream/2026`;
export const seats = { ...bare, streamArn, streamView: "NEW_AND_OLD_IMAGES" as const };
export const lost = queue("lost-records");
export const projector = fn("insights/project", [
  allow(STREAM_READER, streamArn),
  allow("sqs:SendMessage", lost.arn),
]);
export const OK: InvokeResult = { ok: true, payload: { batchItemFailures: [] } };
export const FAILED: InvokeResult = { ok: false, error: { errorType: "Error", errorMessage: "no" } };
export const partial = (sequence: string): InvokeResult => ({
  ok: true,
  payload: { batchItemFailures: [{ itemIdentifier: sequence }] },
});

let aws: TestAws | undefined;
/** For a test that has stopped its stack. The hook below then does not stop the stack again. */
export function forget(): void {
  aws = undefined;
}
afterEach(async () => {
  await aws?.stop();
  aws = undefined;
});

/** A stack with a function that records every change of one table. */
export async function consumed(
  consume: Consumer,
  settings: Partial<MappingModel> = {},
  more: Partial<AwsOptions> = {},
) {
  const batches: string[][] = [];
  const events: StreamEvent[] = [];
  const started = await startTestAws(
    stackModel({
      tables: [seats],
      functions: [projector],
      queues: [lost],
      mappings: [mapping(projector, streamArn, settings)],
    }),
    {
      invoke: async (arn, event) => {
        expect(arn).toBe(projector.arn);
        const parsed = EVENT.parse(event);
        events.push(parsed);
        batches.push(parsed.Records.map((record) => record.dynamodb.Keys.pk.S));
        return consume(parsed);
      },
      ...more,
    },
  );
  aws = started;
  return { aws: started, batches, events };
}

export async function write(target: TestAws, keys: string[]): Promise<void> {
  for (const key of keys) {
    const Item = { pk: { S: key }, sk: { S: "1" }, at: { S: crypto.randomUUID() } };
    await target.dynamodb.call("PutItem", { TableName: seats.name, Item });
  }
}

/** Writes all at once, so that batches do not depend on the poller's timing. */
export async function writeTogether(target: TestAws, keys: string[]): Promise<void> {
  const put = (key: string) => ({ Put: { TableName: seats.name, Item: { pk: { S: key }, sk: { S: "1" } } } });
  await target.dynamodb.call("TransactWriteItems", { TransactItems: keys.map(put) });
}
