import { retryOnConflict } from "../../platform/dynamo.ts";
import { invoicePaid } from "./invoicePaid.ts";
import { carryOut } from "./work.ts";

/** Does what the webhook of a paid invoice would have done, for one that was lost. */
export async function applyInvoice(invoiceId: string, now: Date): Promise<void> {
  await retryOnConflict(async () => carryOut(await invoicePaid(invoiceId, now), []));
}
