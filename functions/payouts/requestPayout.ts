import { requestPayout } from "#shared/payouts/customer.ts";
import { httpWithRows } from "../http/index.ts";
import { getItems, retryOnConflict, transact } from "../platform/dynamo.ts";
import { openRequest } from "./rules.ts";
import { askingIn, askingKeys, createRequest, findLatestRequest, unlessPending } from "./table.ts";

/**
 * Reads once and writes once. The write's condition checks that no request is pending. After a conflict, a second read
 * finds the reason.
 */
export const handler = httpWithRows(requestPayout, (_input, userId) => askingKeys(userId))(
  async ({ input, caller, now, rows }) =>
    retryOnConflict(async (isFirst) => {
      const [{ affiliate, balance, latestRequest }, latest] = isFirst
        ? [askingIn(rows), undefined]
        : await Promise.all([
            getItems(askingKeys(caller.userId)).then(askingIn),
            findLatestRequest(caller.userId),
          ]);
      const latestId = latest?.id ?? latestRequest;
      const request = openRequest(
        {
          affiliate,
          emailConfirmed: caller.user.emailConfirmed,
          claimableCents: balance.availableCents,
          latestId,
          isWaiting: latest?.status === "pending",
          amountCents: input.amount_cents,
        },
        now,
      );
      await transact([...createRequest(request), ...(latestId === undefined ? [] : unlessPending(latestId))]);
      return { id: request.id, status: request.status, requested_at: request.requestedAt };
    }),
);
