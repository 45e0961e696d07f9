import { createHash } from "node:crypto";

/**
 * What functions accept from CloudFront, as their environment has it: of each value of the secret its SHA-256. A value
 * has 48 random characters, so that nobody finds one from its hash.
 */
export const originHashes = (secret: string): string =>
  secret
    .split(",")
    .filter((value) => value !== "")
    .map((value) => createHash("sha256").update(value).digest("base64url"))
    .join(",");
