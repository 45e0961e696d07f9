import { requestPayout } from "#shared/payouts/customer.ts";
import { getBalance } from "../affiliates/ledger/table.ts";
import { getAffiliate } from "../affiliates/table.ts";
import { decideAgain, transact } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { openRequest } from "./rules.ts";
import { createRequest, findLatestRequest } from "./table.ts";

export const handler = http(requestPayout)(async ({ input, caller, now }) =>
  decideAgain(async () => {
    const [affiliate, balance, latest] = await Promise.all([
      getAffiliate(caller.userId),
      getBalance(caller.userId),
      findLatestRequest(caller.userId),
    ]);
    const request = openRequest(
      {
        affiliate,
        emailConfirmed: caller.user.emailConfirmed,
        claimableCents: balance.availableCents,
        latest,
        amountCents: input.amount_cents,
      },
      now,
    );
    await transact(createRequest(request));
    return { id: request.id, status: request.status, requested_at: request.requestedAt };
  }),
);
