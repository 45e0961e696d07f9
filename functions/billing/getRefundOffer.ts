import { getRefundOffer } from "#shared/billing/customer.ts";
import { http } from "../platform/http.ts";
import { findGuaranteed } from "./refunds/guarantee/find.ts";

export const handler = http(getRefundOffer)(async ({ caller, now }) => ({
  offer: (await findGuaranteed(caller.userId, now))?.offer ?? null,
}));
