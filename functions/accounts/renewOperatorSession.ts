import * as z from "zod/mini";
import { renewOperatorSession } from "#shared/accounts/operator.ts";
import { SECOND } from "#shared/instant.ts";
import { http } from "../http/index.ts";
import { renewOperatorToken } from "../platform/cognito.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { sessionEnded } from "../platform/visitor.ts";
import {
  hasOperatorSession,
  isEnded,
  isUseKnown,
  readOperator,
  replaceOperator,
  withMark,
} from "../users/index.ts";
import { cookieOf, readCookie } from "./operatorCookie.ts";

const Claims = z.object({ sub: z.string(), origin_jti: z.string(), auth_time: z.number(), exp: z.number() });

/** Stores the time of the renewal, because every operator call refuses idle sessions. */
export const handler = http(renewOperatorSession)(async ({ input, caller, now }) => {
  const refreshToken = input.refreshToken ?? readCookie(caller);
  if (refreshToken === undefined) throw sessionEnded();
  const accessToken = await renewOperatorToken(refreshToken);
  // The pool itself returned this token, so its signature needs no check.
  const [, payload = ""] = accessToken.split(".");
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
  const { sub: userId, origin_jti: session, exp: expiresAt } = claims;
  return retryOnConflict(async () => {
    const before = await readOperator(userId);
    const signedInAt = new Date(claims.auth_time * SECOND);
    if (!before || isEnded(before, signedInAt) || !hasOperatorSession(before, session, now))
      throw sessionEnded();
    if (!isUseKnown(before, session, now))
      await replaceOperator(before, withMark(before, session, "usedAt", now));
    return {
      userId,
      email: before.email,
      accessToken,
      expiresAt,
      isReader: before.isReader === true,
      cookies: [cookieOf(refreshToken)],
    };
  });
});
