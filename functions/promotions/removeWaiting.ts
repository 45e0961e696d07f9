import { AppError } from "#shared/errors.ts";
import { removeWaiting } from "#shared/promotions/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { findUser } from "../users/index.ts";
import { takeOff } from "./waiting/takeOff.ts";

export const handler = http(removeWaiting)(async ({ input: { userId }, caller, now }) => {
  const customer = (await findUser(userId))?.stripeCustomerId ?? null;
  const removed = await takeOff(userId, customer, "removed", ({ state, joinedAt, offeredUntil }) => [
    auditEntry({
      operator: caller.userId,
      action: "promotions/removeWaiting",
      subject: `user#${userId}`,
      userId,
      before: { state, joinedAt, offeredUntil },
      after: null,
      at: now.toISOString(),
    }),
  ]);
  if (removed === undefined)
    throw new AppError("NOT_FOUND", "This person is no longer on the waiting list.", { field: "userId" });
  return { ok: true as const };
});
