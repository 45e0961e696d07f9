import type Stripe from "stripe";
import { toEpochSeconds } from "#shared/instant.ts";
import { refused } from "../../discounts/index.ts";
import type { Customer } from "../../http/index.ts";
import { closeCheckouts, openCheckouts } from "../../payments/index.ts";
import { closeCheckout } from "../../platform/changeAtStripe.ts";
import { isCustomerGone, isDiscountRefused, stripe } from "../../platform/stripe.ts";
import { hasReduction, NOTHING_OFF, type SessionRequest, sessionParams } from "./checkoutSession.ts";
import { anotherCustomer } from "./customer.ts";
import { openForUnit } from "./openForUnit.ts";
import { askedOtherwise, beginOpening } from "./opening.ts";

type Page = Stripe.Checkout.Session;

export async function openPage(caller: Customer, request: SessionRequest, now: Date): Promise<Page> {
  try {
    return await openFor(request, caller, now);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    const customer = await anotherCustomer(caller.user, request.customer);
    return openFor({ ...request, customer, isNewCustomer: false }, caller, now);
  }
}

async function openFor(request: SessionRequest, caller: Customer, now: Date): Promise<Page> {
  try {
    const page = await (request.product.limitedOffer
      ? openForUnit(request, caller, now)
      : openOnly(request, now));
    await closeOthers(page, request, now);
    return page;
  } catch (error) {
    if (request.promotionCode === null || !isDiscountRefused(error)) throw error;
    throw refused("This discount code can no longer be used.", error);
  }
}

/**
 * Keeps one open page per customer and code, because Stripe would accept the code on each page. If two calls open pages
 * at the same time, the newer page stays. @throws CONFLICT if the other page is newer, or was just paid
 */
async function closeOthers(page: Page, request: SessionRequest, now: Date): Promise<void> {
  if (request.promotionCode === null) return;
  const isReused = page.created < toEpochSeconds(now.toISOString());
  for (const other of await openCheckouts(request.customer)) {
    if (other.id === page.id || !hasReduction(other, request)) continue;
    const order = other.created - page.created || other.id.localeCompare(page.id);
    if ((isReused || order < 0) && (await closeCheckout(other.id))) continue;
    if (!isReused) await closeCheckout(page.id);
    throw askedOtherwise();
  }
}

/**
 * Keeps one subscription page per customer. If two calls open pages at the same time, both return the newest page and
 * close the other page. If both pages are from the same second, a page with a discount wins, then the higher id.
 * @throws CONFLICT if another window's page is newest and has another discount, plan or number of seats
 */
async function openOnly(request: SessionRequest, now: Date): Promise<Page> {
  const { userId, customer, product } = request;
  const isAlone = await beginOpening(userId, now);
  // Closes first, so that a failed call leaves at most one page. A new customer has no page.
  if (!request.isNewCustomer) await closeCheckouts(customer, product.mode);
  const made = await (await stripe()).checkout.sessions.create(sessionParams(request));
  if (await isAlone()) return made;
  const [newest = made, ...others] = (await openCheckouts(customer, product.mode)).sort(
    (a, b) =>
      b.created - a.created ||
      Number(hasReduction(a, NOTHING_OFF)) - Number(hasReduction(b, NOTHING_OFF)) ||
      b.id.localeCompare(a.id),
  );
  for (const { id } of others) await closeCheckout(id);
  const isOther =
    newest.metadata?.product !== made.metadata?.product || newest.metadata?.seats !== made.metadata?.seats;
  if (isOther || !hasReduction(newest, request)) throw askedOtherwise();
  return newest;
}
