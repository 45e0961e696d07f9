import { endOperatorSession } from "#shared/accounts/operator.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { sessionEnded } from "../platform/visitor.ts";
import { cookieOf } from "./operators/cookie.ts";
import { withMark } from "./operators/rules.ts";
import { readOperator, replaceOperator } from "./operators/table.ts";

/** The row refuses the session's tokens and their renewals, for as long as the pool would renew them. */
export const handler = http(endOperatorSession)(async ({ caller: { userId, session }, now }) =>
  retryOnConflict(async () => {
    const before = await readOperator(userId);
    if (!before) throw sessionEnded();
    await replaceOperator(before, withMark(before, session, "endedAt", now));
    return { ok: true as const, cookies: [cookieOf("", 0)] };
  }),
);
