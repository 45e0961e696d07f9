import { PAYMENT_PREFIX } from "../billing/payments/table.ts";
import { followChanges } from "../platform/stream.ts";
import { updateCommission } from "./earning/updateCommission.ts";

/** Follows Events: each payment, refund and dispute that a webhook has written becomes commission and ledger. */
export const handler = followChanges(async ({ dynamodb }, now) => {
  const pk = dynamodb?.Keys?.pk?.S ?? "";
  if (pk.startsWith(PAYMENT_PREFIX)) await updateCommission(pk.slice(PAYMENT_PREFIX.length), now);
});
