import { CATALOG } from "#shared/billing/catalog.ts";
import { savePlanSettings } from "#shared/billing/operator.ts";
import { AppError } from "#shared/errors.ts";
import { inMoney } from "#shared/words.ts";
import { auditEntry } from "../audit/table.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { priceOf } from "../platform/stripe.ts";
import { readPlans, replacePlans } from "./tables/planSettings.ts";

export const handler = http(savePlanSettings)(async ({ input, caller, now }) => {
  const { version, yearly } = input;
  const before = await readPlans();
  const price = yearly ? await yearlyPriceAtStripe() : null;
  const trialDays = input.trial_days ?? before.trialDays;
  try {
    await transact([
      replacePlans({ yearly: price, trialDays, version }),
      auditEntry({
        operator: caller.userId,
        action: "billing/savePlanSettings",
        subject: trialDays === before.trialDays ? "plans#yearly" : "plans#trial",
        before: auditedPlans(before.yearly !== null, before.trialDays),
        after: auditedPlans(yearly, trialDays),
        at: now.toISOString(),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", "Another operator saved these plans. Load the page again, then save.", {
      cause: error,
    });
  }
  return { yearly, ...(trialDays > 0 ? { trial_days: trialDays } : {}), version: version + 1 };
});

const auditedPlans = (yearly: boolean, trialDays: number) => ({
  yearly,
  ...(trialDays > 0 ? { trial_days: trialDays } : {}),
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
