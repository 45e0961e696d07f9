import { endOperatorSession } from "#shared/accounts/operator.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { sessionEnded } from "../platform/visitor.ts";
import { withoutSession } from "./operators/rules.ts";
import { readOperator, replaceOperator } from "./operators/table.ts";

/** Signing out at Cognito revokes the renewals only; the access token stays valid for up to five minutes. */
export const handler = http(endOperatorSession)(async ({ caller: { userId, session }, now }) =>
  retryOnConflict(async () => {
    const before = await readOperator(userId);
    if (!before) throw sessionEnded();
    await replaceOperator(before, withoutSession(before, session, now));
    return { ok: true as const };
  }),
);
