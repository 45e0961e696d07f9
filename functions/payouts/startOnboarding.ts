import { AppError } from "#shared/errors.ts";
import { startOnboarding } from "#shared/payouts/customer.ts";
import { http } from "../http/index.ts";
import { ownUrl } from "../platform/ownUrl.ts";
import { getAffiliate, refuseUnpaid } from "../referrals/index.ts";
import { linkToStripe } from "./connect/account.ts";
import { keepCountry } from "./connect/table.ts";

export const handler = http(startOnboarding)(async ({ input, caller }) => {
  const returnUrl = ownUrl(input.return_url, "return_url").href;
  const affiliate = await getAffiliate(caller.userId);
  if (!affiliate) throw new AppError("NOT_FOUND", "Join the affiliate program first.");
  const asked = affiliate.stripeAccountId === undefined ? input.country : undefined;
  const country = asked ?? affiliate.country;
  if (country !== undefined && country !== affiliate.country) {
    refuseUnpaid(country);
    await keepCountry(caller.userId, country);
  }
  return { url: await linkToStripe({ ...affiliate, country }, returnUrl) };
});
