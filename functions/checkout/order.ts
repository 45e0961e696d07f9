import { CATALOG, MAX_SEATS, OPTIONAL_PLANS, type Product } from "#shared/catalog/catalog.ts";
import type { startCheckout } from "#shared/checkout/customer.ts";
import type { Input } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { readPlanPrices, readPlans } from "../catalog/index.ts";
import { type Applied, applyCode, type Buyer, discountOfCreator } from "../discounts/index.ts";
import { listGrants, refuseSecondPurchase } from "../grants/index.ts";
import { env } from "../platform/env.ts";
import { attributeByCode, attributeTo } from "../referrals/index.ts";
import { settleSubscriptions } from "../subscriptions/index.ts";
import { confirmCredit, type FoundCredit } from "./credit/find.ts";

type Asked = Input<typeof startCheckout>;

/** @throws VALIDATION_ERROR at `price_id`, `mode` or `seats` */
export async function orderedProduct({ price_id, mode, seats = 1 }: Asked): Promise<Product> {
  const product = await productOfPrice(price_id);
  if (mode !== product.mode)
    throw new AppError("VALIDATION_ERROR", `Mode must be "${product.mode}" for this price`, {
      field: "mode",
    });
  if (seats > 1) await requireTeams(product, seats);
  return product;
}

export async function reductionOf(
  asked: Asked,
  product: Product,
  buyer: Buyer,
  now: Date,
): Promise<Reduction> {
  const { userId } = buyer;
  const credit = await creditFor(asked, product, userId, now);
  const applied = asked.code ? await applyCode(asked.code, product, buyer, now) : undefined;
  // An affiliate's discount code decides the attribution, even if the creator code is another affiliate's.
  if (applied?.affiliateId) await attributeTo(userId, applied.affiliateId, now);
  else await keepAffiliate(userId, asked.affiliateCode, now);
  const byCreator = credit ? undefined : await creatorDiscount(asked.affiliateCode, product, buyer, now);
  return { credit, discount: applied ?? byCreator };
}
type Reduction = { credit: FoundCredit | null; discount: Applied | undefined };

/** Stripe allows one discount per session, so the page shows the credit or the code. */
async function creditFor(
  { code, credit }: Asked,
  product: Product,
  userId: string,
  now: Date,
): Promise<FoundCredit | null> {
  if (credit === undefined) return null;
  if (code || product.id !== "lifetime")
    throw new AppError(
      "VALIDATION_ERROR",
      "A credit reduces the price of a lifetime license only, and only without a discount code.",
      {
        field: "credit",
      },
    );
  return confirmCredit(userId, credit, now);
}

async function requireTeams({ mode }: Product, seats: number): Promise<void> {
  if (mode === "subscription" && seats <= MAX_SEATS && (await readPlans()).teams) return;
  throw new AppError("VALIDATION_ERROR", "You cannot buy this many seats.", { field: "seats" });
}

/** For a subscription, asks Stripe first: an earlier one may have ended, and the event may not have reached us yet. */
export async function refuseOwned(userId: string, mode: Product["mode"], now: Date): Promise<void> {
  if (mode === "subscription") await settleSubscriptions(userId, false, now);
  refuseSecondPurchase(await listGrants(userId), mode);
}

async function keepAffiliate(userId: string, code: string | undefined, now: Date): Promise<void> {
  if (code === undefined || code === "") return;
  if (!(await attributeByCode(userId, code, now)))
    throw new AppError("VALIDATION_ERROR", "This creator code does not exist or is not active.", {
      field: "affiliateCode",
    });
}

/** If the buyer enters an affiliate's discount code as the creator code, the discount applies too. */
async function creatorDiscount(code: string | undefined, product: Product, buyer: Buyer, now: Date) {
  return code === undefined || code === "" ? undefined : discountOfCreator(code, product, buyer, now);
}

async function productOfPrice(priceId: string): Promise<Product> {
  if (priceId === env("PRICE_MONTHLY")) return CATALOG.monthly;
  if (priceId === env("PRICE_LIFETIME")) return CATALOG.lifetime;
  const prices = await readPlanPrices();
  const plan = OPTIONAL_PLANS.find((each) => prices[each] === priceId);
  if (plan !== undefined) return CATALOG[plan];
  throw new AppError("VALIDATION_ERROR", "Valid price ID is required", { field: "price_id" });
}
