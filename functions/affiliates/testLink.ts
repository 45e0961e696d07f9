import { testLink } from "#shared/affiliates/customer.ts";
import { AppError } from "#shared/errors.ts";
import { http } from "../http/index.ts";
import { env } from "../platform/env.ts";
import { findDestination, getAffiliate } from "../referrals/index.ts";
import { linkOf } from "./figures/rules.ts";

export const handler = http(testLink)(async ({ input, caller }) => {
  const [affiliate, destination] = await Promise.all([
    getAffiliate(caller.userId),
    input.destination === undefined ? undefined : findDestination(input.destination),
  ]);
  if (!affiliate) throw new AppError("NOT_FOUND", "You have not joined the affiliate program.");
  const isOpen = destination?.is_active === true;
  const counts = affiliate.status === "active";
  return {
    url: linkOf(env("SITE_URL"), affiliate.referralCode, input.destination ?? null),
    leads_to: isOpen ? destination.url : `${env("SITE_URL")}/`,
    counts,
    message: messageFor(counts, input.destination === undefined || isOpen),
  };
});

function messageFor(counts: boolean, leadsThere: boolean): string {
  if (!counts) return "Your affiliate account is suspended: the link still works, but earns nothing.";
  if (!leadsThere)
    return "This destination is inactive. The link leads to the landing page, and clicks still count.";
  return "The link works. Your own clicks count once an hour, and your own purchases earn nothing.";
}
