import * as z from "zod/mini";
import { HOUR, Instant, SECOND } from "#shared/instant.ts";
import { getItem, putItem, type Write, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * In Limits, because it ends by itself: one row a request to sign in, `pk` "signIn#" and the user code, `sk`
 * "request". The device code names the row and proves itself by its secret, of which we keep the hash.
 */
const key = (userCode: string) => ({ pk: `signIn#${userCode}`, sk: "request" });

/** A computer that asks to be signed in. */
export const SignIn = z.object({
  userCode: z.string(),
  secretHash: z.string(),
  fingerprint: z.string(),
  computerName: z.string(),
  os: z.string(),
  appVersion: z.string(),
  address: z.nullable(z.string()),
  country: z.nullable(z.string()),
  requestedAt: Instant,
  expiresAt: Instant,
  /** Milliseconds between two polls. */
  interval: z.number(),
  polledAt: z.nullable(Instant),
  /** Who answered, and the key that they chose; null refuses the computer. */
  answer: z.nullable(z.object({ userId: z.string(), licenseKey: z.nullable(z.string()) })),
  version: z.number(),
});
export type SignIn = z.output<typeof SignIn>;

const toItem = (signIn: SignIn) => ({
  ...key(signIn.userCode),
  ...signIn,
  expiresAtEpoch: Math.floor((Date.parse(signIn.expiresAt) + HOUR) / SECOND),
});

export async function findSignIn(userCode: string): Promise<SignIn | undefined> {
  const item = await getItem({ TableName: env("TABLE_LIMITS"), Key: key(userCode) });
  return item && SignIn.parse(item);
}

/** @returns false where another request still has this code */
export async function createSignIn(signIn: SignIn): Promise<boolean> {
  try {
    await putItem({
      TableName: env("TABLE_LIMITS"),
      Item: toItem(signIn),
      ConditionExpression: "attribute_not_exists(pk) OR expiresAt < :now",
      ExpressionAttributeValues: { ":now": signIn.requestedAt },
    });
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
}

/** For a transaction: the request as decided, where it still is what was read. */
export function replacedSignIn(before: SignIn, after: SignIn): Write {
  return {
    Put: {
      TableName: env("TABLE_LIMITS"),
      Item: toItem(after),
      ConditionExpression: "version = :version",
      ExpressionAttributeValues: { ":version": before.version },
    },
  };
}
