import { createHash } from "node:crypto";

/**
 * The origin header's accepted values as SHA-256 hashes, for the functions' environment. A value has 48 random
 * characters, so its hash reveals nothing.
 */
export const originHashes = (secret: string): string =>
  secret
    .split(",")
    .filter((value) => value !== "")
    .map((value) => createHash("sha256").update(value).digest("base64url"))
    .join(",");
