import { openPortal } from "#shared/billing/customer.ts";
import { AppError } from "#shared/errors.ts";
import { http } from "../platform/http.ts";
import { ownUrl } from "../platform/ownUrl.ts";
import { stripe } from "../platform/stripe.ts";

export const handler = http(openPortal)(async ({ input, caller }) => {
  const returnUrl = ownUrl(input.return_url, "return_url");
  const customer = caller.user.stripeCustomerId;
  if (!customer) throw new AppError("NOT_FOUND", "There is nothing to manage yet: nothing was bought.");
  const session = await (await stripe()).billingPortal.sessions.create({
    customer,
    return_url: returnUrl.href,
    ...(input.flow ? { flow_data: { type: input.flow } } : {}),
  });
  return { url: session.url };
});
