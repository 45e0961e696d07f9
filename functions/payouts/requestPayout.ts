import { requestPayout } from "#shared/payouts/customer.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { openRequest } from "./rules.ts";
import { createRequest, findLatestRequest, readAsking, unlessPending } from "./table.ts";

/**
 * One read and one write: that the last request is decided is left to the write's condition. Where that does not
 * hold, the request itself is read, and says why not.
 */
export const handler = http(requestPayout)(async ({ input, caller, now }) =>
  retryOnConflict(async (isFirst) => {
    const [{ affiliate, balance, latestRequest }, latest] = await Promise.all([
      readAsking(caller.userId),
      isFirst ? undefined : findLatestRequest(caller.userId),
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
