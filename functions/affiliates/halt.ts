import { NO_ADDRESS } from "#shared/affiliates/affiliate.ts";
import { halt } from "#shared/affiliates/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { changeStatus, getAffiliate } from "../referrals/index.ts";

export const handler = http(halt)(async ({ input, caller, now }) =>
  retryOnConflict(async () => {
    const affiliate = await getAffiliate(input.id);
    if (!affiliate) throw new AppError("NOT_FOUND", "There is no such affiliate.");
    const wanted = input.active ? "active" : "suspended";
    if (input.active && affiliate.email === NO_ADDRESS)
      throw new AppError("CONFLICT", "This account was deleted, so nobody could be paid.");
    if (affiliate.status === wanted) return { ok: true as const, is_active: input.active };
    await transact([
      ...(affiliate.status === "active"
        ? changeStatus({ ...affiliate, status: "active" }, "suspended", now.toISOString())
        : changeStatus({ ...affiliate, status: "suspended" }, "active", now.toISOString())),
      auditEntry({
        operator: caller.userId,
        action: "affiliates/halt",
        subject: `affiliate#${input.id}`,
        userId: input.id,
        before: { status: affiliate.status },
        after: { status: wanted },
        at: now.toISOString(),
      }),
    ]);
    return { ok: true as const, is_active: input.active };
  }),
);
