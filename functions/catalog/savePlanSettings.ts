import { CATALOG } from "#shared/catalog/catalog.ts";
import { savePlanSettings } from "#shared/catalog/operator.ts";
import { AppError } from "#shared/errors.ts";
import { inMoney } from "#shared/words.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { priceOf } from "../platform/stripe.ts";
import { readPlans, replacePlans, type SavedPlans } from "./planTable.ts";

export const handler = http(savePlanSettings)(async ({ input, caller, now }) => {
  const { version, yearly } = input;
  const before = await readPlans();
  const price = yearly ? await yearlyPriceAtStripe() : null;
  const trialDays = input.trial_days ?? before.trialDays;
  const teams = input.teams ?? before.teams;
  try {
    await transact([
      replacePlans({ yearly: price, trialDays, teams, version }),
      auditEntry({
        operator: caller.userId,
        action: "catalog/savePlanSettings",
        subject: subjectOf(before, { trialDays, teams }),
        before: auditedPlans(before.yearly !== null, before),
        after: auditedPlans(yearly, { trialDays, teams }),
        at: now.toISOString(),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", "Another operator saved these plans. Load the page again, then save.", {
      cause: error,
    });
  }
  return { yearly, ...shownOf({ trialDays, teams }), version: version + 1 };
});

type Others = Pick<SavedPlans, "teams" | "trialDays">;

const auditedPlans = (yearly: boolean, others: Others) => ({ yearly, ...shownOf(others) });

/** What an answer says beside the yearly plan: nothing of what is switched off. */
const shownOf = ({ trialDays, teams }: Others) => ({
  ...(trialDays > 0 ? { trial_days: trialDays } : {}),
  ...(teams && { teams }),
});

function subjectOf(before: SavedPlans, { trialDays, teams }: Others): string {
  if (teams !== before.teams) return "plans#teams";
  return trialDays === before.trialDays ? "plans#yearly" : "plans#trial";
}

/** What `npm run operate -- stripe:setup` made of the catalog. */
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
    `Stripe has no yearly price of ${inMoney(price)}. Run npm run operate -- stripe:setup for this stage, then save again.`,
  );
}
