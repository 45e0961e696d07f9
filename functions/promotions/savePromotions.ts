import { savePromotions } from "#shared/promotions/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { readLifetimeOffer, replaceOffer } from "./offerTable.ts";
import { saveOffer, toPromotions } from "./rules.ts";

/** A sale between read and write causes a conflict; the next attempt includes it. */
export const handler = http(savePromotions)(({ input: { version, loaded, ...edited }, caller, now }) =>
  retryOnConflict(async () => {
    const before = await readLifetimeOffer();
    const after = saveOffer(before, edited, version, loaded);
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
    return toPromotions(after);
  }),
);
