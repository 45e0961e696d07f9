import { answerBy } from "#shared/refunds/withdrawal.ts";
import { listWithdrawals } from "#shared/refunds/withdrawals.ts";
import { http } from "../http/index.ts";
import { findGuaranteed } from "./guarantee/find.ts";
import { withdrawable } from "./guarantee/rules.ts";
import { listOpenWithdrawals, type Withdrawal } from "./withdrawals/table.ts";

const PAGE = 25;

export const handler = http(listWithdrawals)(async () => ({
  withdrawals: await Promise.all((await listOpenWithdrawals(PAGE)).map(shown)),
}));

async function shown({ id, name, email, contract, receivedAt, userId }: Withdrawal) {
  const found =
    userId === null ? undefined : await findGuaranteed(userId, new Date(receivedAt), withdrawable);
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
