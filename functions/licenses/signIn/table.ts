import { HOUR, SECOND } from "#shared/instant.ts";
import { SignIn } from "#shared/licenses/signInRow.ts";
import { getItem, putItem, type Write, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * One row in Limits per request, which expires: `pk` "signIn#" and the user code, `sk` "request". The device code
 * contains the user code and a secret, whose hash the row stores.
 */
const key = (userCode: string) => ({ pk: `signIn#${userCode}`, sk: "request" });

const toItem = (signIn: SignIn) => ({
  ...key(signIn.userCode),
  ...signIn,
  expiresAtEpoch: Math.floor((Date.parse(signIn.expiresAt) + HOUR) / SECOND),
});

export async function findSignIn(userCode: string): Promise<SignIn | undefined> {
  const item = await getItem({ TableName: env("TABLE_LIMITS"), Key: key(userCode) });
  return item && SignIn.parse(item);
}

/** @returns false if a live request has this code */
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
