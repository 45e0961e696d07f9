import { startCheckout } from "#shared/checkout/customer.ts";
import { AppError } from "#shared/errors.ts";
import { isSuspended } from "../grants/index.ts";
import { accountSuspended, http } from "../http/index.ts";
import { keepPurchase } from "../payments/index.ts";
import { closeCheckout } from "../platform/changeAtStripe.ts";
import { ownUrl } from "../platform/ownUrl.ts";
import { holdCode } from "./holding/holdCode.ts";
import { orderedProduct, reductionOf, refuseOwned } from "./order.ts";
import { customerOf } from "./page/customer.ts";
import { openPage } from "./page/open.ts";

const MAX_DEVICE = 512;

export const handler = http(startCheckout)(async ({ input, caller, now }) => {
  const { userId, user } = caller;
  const product = await orderedProduct(input);
  const successUrl = ownUrl(input.success_url, "success_url");
  const cancelUrl = ownUrl(input.cancel_url, "cancel_url");
  await refuseOwned(userId, product.mode, now);
  const buyer = { userId, customer: user.stripeCustomerId };
  const { credit, discount } = await reductionOf(input, product, buyer, now);
  const { customer, isNew } = await customerOf(user);
  const codeEnds = discount && (await holdCode(user, customer, discount, now));
  const request = {
    asked: input,
    product,
    userId,
    customer,
    isNewCustomer: isNew,
    successUrl,
    cancelUrl,
    promotionCode: discount?.promotionCode ?? null,
    credit,
    ...(codeEnds === undefined ? {} : { endsAt: codeEnds }),
  };
  const session = await openPage(caller, request, now);
  if (!session.url) throw new AppError("PAYMENT_ERROR", "Invalid checkout session response");
  if (await isSuspended(userId)) {
    // The account was suspended after the first read. The suspension closes open pages, but may have missed this page.
    await closeCheckout(session.id);
    throw accountSuspended();
  }
  await keepPurchase(userId, {
    sessionId: session.id,
    product: product.id,
    ...(discount && { code: discount.discount.code }),
    at: now.toISOString(),
    address: caller.address,
    country: caller.country,
    device: caller.userAgent?.slice(0, MAX_DEVICE) ?? null,
    terms: input.acceptedTerms ?? null,
    privacy: input.acceptedPrivacy ?? null,
  });
  return { sessionId: session.id, url: session.url };
});
