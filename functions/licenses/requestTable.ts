import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { AppError } from "#shared/errors.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { getItem, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/**
 * One row in Seats per completed call in a customer's favor: `pk` "request#<id>" with the dialog's id, `sk` "request".
 * The row is written with the change, so that a repeated call finds it. It is kept longer than a dialog stays open.
 */
const TABLE = () => env("TABLE_SEATS");
const KEEP_FOR = 30 * DAY;
const key = (requestId: string) => ({ pk: `request#${requestId}`, sk: "request" });

export type KeyRequest = { requestId: string; asked: Record<string, unknown>; licenseKey: string };
const Row = z.object({ asked: z.record(z.string(), z.unknown()), licenseKey: z.string() });

/** The license key of a completed call. @throws CONFLICT if that call asked for something else */
export async function findRequest(
  requestId: string,
  asked: KeyRequest["asked"],
): Promise<string | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(requestId) });
  if (item === undefined) return undefined;
  const done = Row.parse(item);
  if (!isDeepStrictEqual(done.asked, asked))
    throw new AppError(
      "CONFLICT",
      "This dialog was already submitted with other values. Nothing else was changed. Close it and open it again.",
      { field: "requestId" },
    );
  return done.licenseKey;
}

/** For the transaction that makes the change. @throws WriteConflict if the same call has been completed */
export const keepRequest = ({ requestId, asked, licenseKey }: KeyRequest, now: Date): Write => ({
  Put: {
    TableName: TABLE(),
    Item: {
      ...key(requestId),
      asked,
      licenseKey,
      expiresAtEpoch: Math.floor((now.getTime() + KEEP_FOR) / SECOND),
    },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});
