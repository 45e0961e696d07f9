import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "#shared/errors.ts";
import { env } from "./env.ts";

/** What CloudFront sent with the request that is being handled: a Lambda handles one at a time. */
let proven: string | undefined;

/**
 * The API's own address is public, and there CloudFront's headers could be forged: only requests with the
 * header that CloudFront adds are served. The function knows only the secret's hash. Two hashes are accepted while the
 * secret is rolled; an empty value is none, or it would be that of a request without the header.
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
 * A secret that outsiders do not have, without a read or a permission: the one that CloudFront sent with this request.
 * Undefined in a function that no request reaches. What is made with it ends when it is rolled.
 */
export const originSecret = (): string | undefined => proven;
