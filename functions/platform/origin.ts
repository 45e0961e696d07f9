import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "#shared/errors.ts";
import { env } from "./env.ts";

/** The secret that CloudFront sent with the current request. A Lambda handles one request at a time. */
let proven: string | undefined;

/**
 * The API's own address is public, and callers there could forge CloudFront's headers. So the function serves only
 * requests with CloudFront's secret header. It knows only hashes: two while the secret is rolled.
 */
export function refuseStrangers({
  headers,
}: {
  headers: Readonly<Record<string, string | undefined>>;
}): void {
  const given = headers["x-origin-secret"] ?? "";
  const hash = createHash("sha256").update(given).digest();
  const known = env("ORIGIN_HASHES")
    .split(",")
    .map((accepted) => Buffer.from(accepted, "base64url"));
  if (given === "" || !known.some((one) => one.length === hash.length && timingSafeEqual(one, hash)))
    throw new AppError("FORBIDDEN", "Please use the site's own address.");
  proven = given;
}

/**
 * A secret that needs no read and no permission: the one that CloudFront sent with this request. Undefined in functions
 * without requests. Text that is encrypted with it becomes unreadable when the secret is rolled.
 */
export const originSecret = (): string | undefined => proven;
