import { AppError } from "#shared/errors.ts";
import { answerBy, withdraw } from "#shared/refunds/withdrawal.ts";
import { atTime } from "#shared/words.ts";
import { http } from "../http/index.ts";
import {
  countNetwork,
  countWithin,
  WITHDRAWALS,
  WITHDRAWALS_A_NETWORK,
  WITHDRAWALS_A_PERSON,
} from "../limits/index.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { newId } from "../platform/random.ts";
import { ownerOf } from "./withdrawals/owner.ts";
import { keepWithdrawal } from "./withdrawals/table.ts";

/** Queues the mails first. They contain the whole declaration, so the operator can act even if the write fails. */
export const handler = http(withdraw)(async ({ input, caller, now }) => {
  await countNetwork("withdrawals", caller.address, WITHDRAWALS_A_NETWORK, now);
  await countWithin("withdrawals", WITHDRAWALS, now);
  const id = newId();
  const receivedAt = now.toISOString();
  const userId = await ownerOf(input);
  const data = {
    ...input,
    reference: id,
    receivedAt: atTime(receivedAt),
    answerBy: atTime(answerBy(receivedAt)),
  };
  // Also counts withdrawals by strangers, so that the response takes equally long.
  if (!(await hasEnough(userId ?? id, now)))
    await enqueue(env("MAIL_QUEUE_URL"), [
      { id: `withdrawal-waits:${id}`, to: "operator", template: "withdrawalWaits", data },
      ...(userId === null
        ? []
        : [{ id: `withdrawal:${id}`, to: { userId }, template: "withdrawalReceived", data } as const]),
    ]);
  await keepWithdrawal({ id, ...input, receivedAt, userId, answeredAt: null });
  return { reference: id, received_at: receivedAt };
});

/**
 * Limits mails about one customer, so that a stranger cannot flood their mailbox. The response stays the same, because
 * it must not reveal who is a customer.
 */
async function hasEnough(whose: string, now: Date): Promise<boolean> {
  try {
    await countWithin(`withdrawals#${whose}`, WITHDRAWALS_A_PERSON, now);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "RATE_LIMITED") return true;
    throw error;
  }
}
