import type { DisputeFact, PaidFact, RefundFact } from "#shared/payments/paymentFacts.ts";
import { recordDispute, recordPaid, recordRefund } from "../../functions/payments/table.ts";
import { Reading } from "../../functions/platform/reading.ts";

/** An empty reading, for tests that write facts in place of the webhook, without reading Stripe. */
const none = new Reading({ TableName: "none", Key: { pk: "none", sk: "reading" } }, undefined);

export const paidWrite = (fact: PaidFact) => recordPaid(none, fact).storedBy(none);
export const refundWrite = (fact: RefundFact) => recordRefund(none, fact).storedBy(none);
export const disputeWrite = (fact: DisputeFact) => recordDispute(none, fact).storedBy(none);
