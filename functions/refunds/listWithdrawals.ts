import type { RefundLimits } from "#shared/refunds/refunds.ts";
import { answerBy } from "#shared/refunds/withdrawal.ts";
import { listWithdrawals } from "#shared/refunds/withdrawals.ts";
import { http } from "../http/index.ts";
import { findGuaranteed } from "./guarantee/find.ts";
import { withdrawable } from "./guarantee/rules.ts";
import { readLimits } from "./limitTable.ts";
import { listOpenWithdrawals, type Withdrawal } from "./withdrawals/table.ts";

const PAGE = 25;

export const handler = http(listWithdrawals)(async () => {
  const [open, limits] = await Promise.all([listOpenWithdrawals(PAGE), readLimits()]);
  return { withdrawals: await Promise.all(open.map((one) => shown(one, limits))) };
});

async function shown({ id, name, email, contract, receivedAt, userId }: Withdrawal, limits: RefundLimits) {
  const found =
    userId === null ? undefined : await findGuaranteed(userId, new Date(receivedAt), limits, withdrawable);
  return {
    id,
    name,
    email,
    contract,
    received_at: receivedAt,
    due_by: answerBy(receivedAt),
    user_id: userId,
    refund: found?.offer ?? null,
  };
}
