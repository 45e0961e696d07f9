import { AppError } from "#shared/errors.ts";
import { openPortal } from "#shared/subscriptions/customer.ts";
import { http } from "../http/index.ts";
import { ownUrl } from "../platform/ownUrl.ts";
import { isCustomerGone, stripe } from "../platform/stripe.ts";
import { dropStripeCustomer } from "../users/index.ts";

export const handler = http(openPortal)(async ({ input, caller }) => {
  const returnUrl = ownUrl(input.return_url, "return_url");
  const customer = caller.user.stripeCustomerId;
  if (!customer) throw nothingToManage();
  const { sessions } = (await stripe()).billingPortal;
  const changed = new URL(returnUrl);
  changed.searchParams.set("card", "changed");
  const after = { type: "redirect" as const, redirect: { return_url: changed.href } };
  try {
    const { url } = await sessions.create({
      customer,
      return_url: returnUrl.href,
      // Stripe sends the customer back immediately, so that our page charges the new card.
      ...(input.flow ? { flow_data: { type: input.flow, after_completion: after } } : {}),
    });
    return { url };
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    await dropStripeCustomer(caller.userId, customer);
    throw nothingToManage();
  }
});

const nothingToManage = () =>
  new AppError("NOT_FOUND", "Stripe has no payment details for your account, so there is nothing to manage.");
