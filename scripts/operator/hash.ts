import { createHash } from "node:crypto";

/**
 * How `config.json` names the one address that may enter the back office without telling it. The pool's id keeps the
 * hash of one stage from being looked up in another's. web/src/operator/gate/designated.ts computes the same.
 */
export function operatorHash(poolId: string, email: string): string {
  return createHash("sha256").update(`${poolId} ${email.trim().toLowerCase()}`).digest("hex");
}
