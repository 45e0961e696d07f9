import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { AppError } from "#shared/errors.ts";
import type { Item } from "./dynamo.ts";
import { env } from "./env.ts";
import { originSecret } from "./origin.ts";

/**
 * The position where a page ended, as an opaque token. A position may contain a license key or an address, and cursors
 * appear in URLs, so each cursor is encrypted for its endpoint. With forged cursors, a person could find out a license
 * key character by character, because the first row of the page shows whether the key comes before or after the cursor.
 * Functions without requests have no secret, but their cursors stay inside the function.
 */
export function writeCursor(lastKey: Item | undefined): string | null {
  if (!lastKey) return null;
  const plain = Buffer.from(JSON.stringify(lastKey));
  const secret = originSecret();
  return (secret === undefined ? plain : seal(plain, secret)).toString("base64url");
}

/**
 * @param isInList false for a position in another list of the same endpoint, for example another customer's
 * @throws NOT_FOUND
 */
export function readCursor<P extends Item>(
  cursor: string,
  position: z.ZodMiniType<P>,
  isInList: (position: P) => boolean,
): P {
  const parsed = z.safeParse(position, decode(cursor));
  if (!parsed.success || !Object.values(parsed.data).every(isKey) || !isInList(parsed.data))
    throw noSuchPage();
  return parsed.data;
}

/** DynamoDB's limit for a sort key, in bytes. No partition key here is longer. */
const LONGEST_KEY = 1024;

/** DynamoDB's refusal of a key would look like a failure on our side. */
function isKey(value: unknown): boolean {
  if (typeof value !== "string" || value === "") return false;
  return value.isWellFormed() && Buffer.byteLength(value) <= LONGEST_KEY;
}

export const noSuchPage = (cause?: unknown) =>
  new AppError("NOT_FOUND", "This page no longer exists.", { field: "cursor", cause });

function decode(cursor: string): unknown {
  const bytes = Buffer.from(cursor, "base64url");
  const secret = originSecret();
  try {
    return JSON.parse((secret === undefined ? bytes : open(bytes, secret)).toString("utf8"));
  } catch {
    return undefined;
  }
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string): Buffer => createHash("sha256").update(`cursor ${secret}`).digest();
const maker = (): Buffer => Buffer.from(env("FUNCTION_ID"));

function seal(plain: Buffer, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce).setAAD(maker());
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws if another endpoint made the cursor */
function open(sealed: Buffer, secret: string): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secret), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(maker()).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
