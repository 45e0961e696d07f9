import { CATALOG } from "#shared/billing/catalog.ts";
import { savePlanSettings } from "#shared/billing/operator.ts";
import { AppError } from "#shared/errors.ts";
import { inMoney } from "#shared/words.ts";
import { auditEntry } from "../audit/table.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { priceOf } from "../platform/stripe.ts";
import { readPlans, replacePlans } from "./tables/planSettings.ts";

export const handler = http(savePlanSettings)(async ({ input: { version, yearly }, caller, now }) => {
  const before = await readPlans();
  const price = yearly ? await yearlyPriceAtStripe() : null;
  try {
    await transact([
      replacePlans(price, version),
      auditEntry({
        operator: caller.userId,
        action: "billing/savePlanSettings",
        subject: "plans#yearly",
        before: { yearly: before.yearly !== null },
        after: { yearly },
        at: now.toISOString(),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", "Another operator saved these plans. Load the page again, then save.", {
      cause: error,
    });
  }
  return { yearly, version: version + 1 };
});

/** What `npm run stripe:setup` made of the catalog. */
async function yearlyPriceAtStripe(): Promise<{ id: string; cents: number }> {
  const { stripeProductId, price, currency, interval } = CATALOG.yearly;
  const found = await priceOf(stripeProductId);
  if (
    found?.unit_amount === price &&
    found.currency === currency &&
    found.recurring?.interval === interval &&
    found.recurring.interval_count === 1
  )
    return { id: found.id, cents: price };
  throw new AppError(
    "CONFLICT",
    `Stripe has no yearly price of ${inMoney(price)}. Run npm run stripe:setup for this stage, then save again.`,
  );
}
