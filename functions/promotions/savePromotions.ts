import { AppError } from "#shared/errors.ts";
import { savePromotions } from "#shared/promotions/operator.ts";
import { auditEntry } from "../audit/table.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { saveOffer, toPromotions } from "./rules.ts";
import { readLifetimeOffer, replaceOffer } from "./table.ts";

/** A sale between the read and the write is the same CONFLICT as one before: it is not retried unseen. */
export const handler = http(savePromotions)(async ({ input, caller, now }) => {
  const before = await readLifetimeOffer();
  const after = saveOffer(before, input, input.version);
  try {
    await transact([
      replaceOffer(before, after),
      auditEntry({
        operator: caller.userId,
        action: "promotions/savePromotions",
        subject: "promotion#lifetime",
        before: toPromotions(before),
        after: toPromotions(after),
        at: now.toISOString(),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", "The offer has changed since you loaded it. Review it, then save.", {
      cause: error,
    });
  }
  return toPromotions(after);
});
