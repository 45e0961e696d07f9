import { marshall } from "@aws-sdk/util-dynamodb";
import type { Context } from "aws-lambda";
import {
  CONSUMER_IDS,
  EVENT_HANDLER_IDS,
  type EventHandlerId,
  SCHEDULED_IDS,
  STREAM_CONSUMER_IDS,
} from "../../infra/events.ts";
import { ENDPOINTS, type EndpointId } from "../../shared/endpoints.ts";

export type FunctionId = EndpointId | EventHandlerId;
type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** Every Lambda of the product, loaded once. */
export async function loadFunctions(): Promise<ReadonlyMap<FunctionId, Handler>> {
  const ids: FunctionId[] = [...(Object.keys(ENDPOINTS) as EndpointId[]), ...EVENT_HANDLER_IDS];
  const handlers = new Map<FunctionId, Handler>();
  for (const id of ids) {
    const module: { handler: Handler } = await import(`../../functions/${id}.ts`);
    handlers.set(id, module.handler);
  }
  return handlers;
}

const RUN_MS = 15 * 60 * 1000;
export const CONTEXT = {
  awsRequestId: "00000000-0000-4000-8000-000000000000",
  getRemainingTimeInMillis: () => RUN_MS,
} as Context;

/** A change of a row as a stream hands it to Lambda. */
export function streamRecord(
  change: { before: object | undefined; after: object | undefined },
  sequence: number,
) {
  const image = (row: object | undefined) => row && marshall(row, { removeUndefinedValues: true });
  const key = (change.after ?? change.before) as { pk: string; sk: string };
  return {
    eventID: String(sequence),
    eventName: change.before === undefined ? "INSERT" : change.after === undefined ? "REMOVE" : "MODIFY",
    dynamodb: {
      Keys: { pk: { S: key.pk }, sk: { S: key.sk } },
      ...(change.after === undefined ? {} : { NewImage: image(change.after) }),
      ...(change.before === undefined ? {} : { OldImage: image(change.before) }),
      SequenceNumber: String(sequence),
    },
  };
}

export { CONSUMER_IDS, SCHEDULED_IDS, STREAM_CONSUMER_IDS };
