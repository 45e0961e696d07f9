import { endOperatorSession } from "#shared/accounts/operator.ts";
import { http } from "../http/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { sessionEnded } from "../platform/visitor.ts";
import { readOperator, replaceOperator, withMark } from "../users/index.ts";
import { cookieOf } from "./operatorCookie.ts";

export const handler = http(endOperatorSession)(async ({ caller: { userId, session }, now }) =>
  retryOnConflict(async () => {
    const before = await readOperator(userId);
    if (!before) throw sessionEnded();
    await replaceOperator(before, withMark(before, session, "endedAt", now));
    return { ok: true as const, cookies: [cookieOf("", 0)] };
  }),
);
