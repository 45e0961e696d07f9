import { AppError } from "#shared/errors.ts";
import { startOnboarding } from "#shared/payouts/customer.ts";
import { refuseUnpaid } from "../affiliates/rules.ts";
import { getAffiliate } from "../affiliates/table.ts";
import { keepCountry } from "../affiliates/tables/connect.ts";
import { http } from "../platform/http.ts";
import { ownUrl } from "../platform/ownUrl.ts";
import { stripe } from "../platform/stripe.ts";
import { ensureAccount } from "./connect/account.ts";

/** A link that is too old leads back to the same page, which asks for a new one. */
export const handler = http(startOnboarding)(async ({ input, caller }) => {
  const returnUrl = ownUrl(input.return_url, "return_url").href;
  const affiliate = await getAffiliate(caller.userId);
  if (!affiliate) throw new AppError("NOT_FOUND", "Join the affiliate program first.");
  const country = affiliate.stripeAccountId === undefined ? (input.country ?? affiliate.country) : undefined;
  if (country !== undefined && country !== affiliate.country) {
    refuseUnpaid(country);
    await keepCountry(caller.userId, country);
  }
  const account = await ensureAccount({ ...affiliate, country });
  const link = await (await stripe()).accountLinks.create({
    account,
    type: "account_onboarding",
    return_url: returnUrl,
    refresh_url: returnUrl,
  });
  return { url: link.url };
});
