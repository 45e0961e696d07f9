import { decideAgain } from "../platform/dynamo.ts";
import { invoicePaid } from "./events/invoicePaid.ts";
import { carryOut } from "./events/work.ts";

/** Does what the webhook of a paid invoice would have done, for one that was lost. */
export async function applyInvoice(invoiceId: string, now: Date): Promise<void> {
  await decideAgain(async () => carryOut(await invoicePaid(invoiceId, now), []));
}
