import { getConnect } from "#shared/payouts/customer.ts";
import { getAffiliate } from "../affiliates/table.ts";
import { http } from "../platform/http.ts";
import { followAccount } from "./connect/account.ts";

export const handler = http(getConnect)(async ({ input, caller }) => {
  const affiliate = await getAffiliate(caller.userId);
  if (affiliate?.stripeAccountId === undefined) return { state: "none" };
  if (input.refresh) return { state: await followAccount(affiliate.stripeAccountId) };
  return { state: affiliate.payoutsEnabled ? "ready" : "incomplete" };
});
