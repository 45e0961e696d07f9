import { AppError } from "#shared/errors.ts";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { PREVIEW_MINUTES } from "#shared/subscriptions/planChange.ts";
import { type FoundCredit, findCredit } from "./find.ts";

/** Recomputes the credit that was shown. @throws CONFLICT if the credit has changed or was shown too long ago */
export async function confirmCredit(
  userId: string,
  shown: { cents: number; at: number },
  now: Date,
): Promise<FoundCredit> {
  const age = now.getTime() - shown.at * SECOND;
  const isFresh = age >= -MINUTE && age <= PREVIEW_MINUTES * MINUTE;
  const found = isFresh ? await findCredit(userId, shown.at) : null;
  if (found?.cents !== shown.cents)
    throw new AppError("CONFLICT", "The credit has changed. Nothing was charged. Check the new price.", {
      field: "credit",
    });
  return found;
}
