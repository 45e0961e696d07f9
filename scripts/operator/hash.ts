import { createHash } from "node:crypto";

/**
 * The operator's address in `config.json`, as a hash that does not reveal it. It includes the pool's id, so that stages
 * have different hashes. web/src/operator/gate/designated.ts computes the same hash.
 */
export function operatorHash(poolId: string, email: string): string {
  return createHash("sha256").update(`${poolId} ${email.trim().toLowerCase()}`).digest("hex");
}
