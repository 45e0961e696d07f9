import { toBasisPoints, toCommissionRate } from "#shared/affiliates/affiliate.ts";
import { setCommissionRate } from "#shared/affiliates/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { changeRate, getAffiliate } from "../referrals/index.ts";

export const handler = http(setCommissionRate)(async ({ input, caller, now }) =>
  retryOnConflict(async () => {
    const affiliate = await getAffiliate(input.id);
    if (!affiliate) throw new AppError("NOT_FOUND", "There is no such affiliate.");
    const rate = toBasisPoints(input.commission_rate);
    const answer = { id: input.id, commission_rate: toCommissionRate(rate) };
    if (affiliate.rateBasisPoints === rate) return answer;
    await transact([
      changeRate(affiliate, rate),
      auditEntry({
        operator: caller.userId,
        action: "affiliates/setCommissionRate",
        subject: `affiliate#${input.id}`,
        userId: input.id,
        before: { rateBasisPoints: affiliate.rateBasisPoints },
        after: { rateBasisPoints: rate },
        at: now.toISOString(),
      }),
    ]);
    return answer;
  }),
);
