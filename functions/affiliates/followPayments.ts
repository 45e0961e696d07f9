import { PAYMENT_PREFIX } from "../payments/index.ts";
import { follow } from "../platform/stream.ts";
import { updateCommission } from "./earning/updateCommission.ts";

/** Follows Events: recomputes a payment's commission after each change of the payment, its refunds or its disputes. */
export const handler = follow(async (changes, now) => {
  for (const { before, after } of changes) {
    const pk = String((after ?? before)?.pk);
    if (pk.startsWith(PAYMENT_PREFIX)) await updateCommission(pk.slice(PAYMENT_PREFIX.length), now);
  }
});
