import { getConnect } from "#shared/payouts/customer.ts";
import { http } from "../http/index.ts";
import { getAffiliate } from "../referrals/index.ts";
import { followAccount } from "./connect/account.ts";

export const handler = http(getConnect)(async ({ input, caller }) => {
  const affiliate = await getAffiliate(caller.userId);
  if (affiliate?.stripeAccountId === undefined) return { state: "none" };
  if (input.refresh) return { state: await followAccount(affiliate.stripeAccountId) };
  return { state: affiliate.payoutsEnabled ? "ready" : "incomplete" };
});
