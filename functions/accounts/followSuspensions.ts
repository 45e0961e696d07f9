import { followChanges } from "../platform/stream.ts";
import { carryOutSuspension } from "./suspending/carryOutSuspension.ts";

/**
 * Follows Grants: finishes a suspension, or the end of one, where the operator's call died on the way, and has Stripe
 * collect nothing for a key that an operator has switched off.
 */
export const handler = followChanges(async ({ dynamodb }, now) => {
  const userId = dynamodb?.Keys?.pk?.S;
  if (userId !== undefined) await carryOutSuspension(userId, now);
});
