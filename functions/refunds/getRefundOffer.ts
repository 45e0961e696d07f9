import { getRefundOffer } from "#shared/refunds/customer.ts";
import { http } from "../http/index.ts";
import { offerTo } from "./guarantee/selfService.ts";

export const handler = http(getRefundOffer)(async ({ caller, now }) => ({
  offer: (await offerTo(caller.user, now))?.offer ?? null,
}));
