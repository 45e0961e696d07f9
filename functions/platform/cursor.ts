import * as z from "zod/mini";
import { AppError } from "#shared/errors.ts";
import type { Item } from "./dynamo.ts";

/** Where a page ended, for the caller to hand back as it is. */
export function writeCursor(lastKey: Item | undefined): string | null {
  return lastKey ? Buffer.from(JSON.stringify(lastKey)).toString("base64url") : null;
}

/**
 * @param position what a place in this list looks like
 * @param isTheirs a cursor names a place in the database, so it has to be one in the caller's own list
 * @throws VALIDATION_ERROR
 */
export function readCursor<P extends Item>(
  cursor: string,
  position: z.ZodMiniType<P>,
  isTheirs: (position: P) => boolean,
): P {
  const parsed = z.safeParse(position, decode(cursor));
  if (!parsed.success || !Object.values(parsed.data).every(isKey) || !isTheirs(parsed.data))
    throw noSuchPage();
  return parsed.data;
}

/** DynamoDB's limit for a sort key, in bytes; a partition key may be twice as long, and none here is. */
const LONGEST_KEY = 1024;

/** What can be a key's value: anything else DynamoDB refuses, which would look like a failure of ours. */
function isKey(value: unknown): boolean {
  if (typeof value !== "string" || value === "") return false;
  return value.isWellFormed() && Buffer.byteLength(value) <= LONGEST_KEY;
}

export const noSuchPage = (cause?: unknown) =>
  new AppError("VALIDATION_ERROR", "This page no longer exists.", { field: "cursor", cause });

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
