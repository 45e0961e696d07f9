import { AppError } from "#shared/errors.ts";
import { answerWithdrawal } from "#shared/refunds/withdrawals.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { refundsOf } from "../payments/index.ts";
import { transact } from "../platform/dynamo.ts";
import { askRefunds } from "./askRefunds.ts";
import { carryOut } from "./carryOut.ts";
import { findGuaranteed } from "./guarantee/find.ts";
import { withdrawable } from "./guarantee/rules.ts";
import { readLimits } from "./limitTable.ts";
import { findIntent } from "./table.ts";
import { closeWithdrawal, findWithdrawal, type Withdrawal } from "./withdrawals/table.ts";

/** Refunds like the guarantee, but ignores the operator's limits: the legal right of withdrawal has none. */
export const handler = http(answerWithdrawal)(async ({ input, caller, now }) => {
  const { withdrawalId, answer } = input;
  const withdrawal = await findWithdrawal(withdrawalId);
  if (withdrawal === undefined)
    throw new AppError("NOT_FOUND", "There is no such withdrawal.", { field: "withdrawalId" });
  if (withdrawal.answeredAt !== null) return { ok: true as const };
  if (answer === "refund") await refundFor(withdrawal, caller.userId, now);
  await transact([
    closeWithdrawal(withdrawal, now),
    auditEntry({
      operator: caller.userId,
      action: "refunds/answerWithdrawal",
      subject: `withdrawal#${withdrawalId}`,
      userId: withdrawal.userId ?? undefined,
      before: { receivedAt: withdrawal.receivedAt },
      after: { answer },
      at: now.toISOString(),
    }),
  ]);
  return { ok: true as const };
});

/** Refunds what was owed when the withdrawal arrived. A repeated call finds the earlier refund. */
async function refundFor({ id, userId, receivedAt }: Withdrawal, operator: string, now: Date): Promise<void> {
  const requestId = `withdrawal-${id}`;
  const asked = await findIntent(requestId);
  if (asked !== undefined) {
    if (asked.refund === null) await carryOut(asked, now);
    return;
  }
  const found =
    userId === null
      ? undefined
      : await findGuaranteed(userId, new Date(receivedAt), await readLimits(), withdrawable);
  if (found === undefined)
    throw new AppError("CONFLICT", "There is nothing to refund for this withdrawal. Nothing was changed.");
  await askRefunds(
    refundsOf(requestId, found.payments),
    { operator, action: "refunds/answerWithdrawal", note: "" },
    now,
  );
}
