import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue, Context, DynamoDBStreamEvent } from "aws-lambda";
import type { Item } from "./dynamo.ts";
import { begin } from "./invocation.ts";
import { log } from "./log.ts";

/** One change of a row: without `before` it is new, without `after` it is gone. */
export type RowChange = { before: Item | undefined; after: Item | undefined };

/**
 * A Lambda behind a table's stream. A batch may come again, whole or in parts, so the rows themselves must guard
 * against repetition. One that fails comes again, halved until the bad record is alone.
 */
export function follow(handle: (changes: RowChange[], now: Date) => Promise<void>) {
  return async (event: DynamoDBStreamEvent, context: Context): Promise<void> => {
    begin(context);
    try {
      const changes = event.Records.map(({ dynamodb }) => ({
        before: toItem(dynamodb?.OldImage),
        after: toItem(dynamodb?.NewImage),
      }));
      await handle(changes, new Date());
    } catch (error) {
      log.error("stream.failed", error);
      throw error;
    }
  };
}

type Image = Record<string, AttributeValue>;

function toItem(image: Image | undefined): Item | undefined {
  // biome-ignore lint/plugin: Lambda's type of the same JSON says a little less than the SDK's.
  return image && unmarshall(image as Parameters<typeof unmarshall>[0]);
}
