import { startOperatorSession } from "#shared/accounts/operator.ts";
import { AppError } from "#shared/errors.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { atTime, countryName } from "#shared/words.ts";
import { http } from "../http/index.ts";
import { operatorsNeedSecondFactor } from "../platform/cognito.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { enqueue } from "../platform/queue.ts";
import { hashSecret } from "../platform/random.ts";
import { sessionEnded } from "../platform/visitor.ts";
import {
  hasBeenOver,
  hasOperatorSession,
  isEnded,
  isNewPlace,
  readOperator,
  replaceOperator,
  withSession,
} from "../users/index.ts";
import { browserOf } from "./sessions/sessionOf.ts";

/**
 * Mails the administrator about a sign-in from a new device or country, or after a reset of the second factor. Queues
 * the mail before it stores the session, so that no such sign-in goes unnoticed.
 */
export const handler = http(startOperatorSession)(async ({ input, caller, now }) => {
  const { userId, session } = caller;
  const needsSecondFactor = await operatorsNeedSecondFactor();
  if (env("SECOND_FACTOR") === "required" && !needsSecondFactor)
    throw new AppError(
      "SECOND_FACTOR_REQUIRED",
      "The operators' user pool no longer asks for a second factor. Deploy this version again to turn it on.",
    );
  const place = { device: hashSecret(input.device), country: caller.country };
  return retryOnConflict(async () => {
    const before = await readOperator(userId);
    if (!before || isEnded(before, caller.signedInAt) || hasBeenOver(before, session, now))
      throw sessionEnded();
    const newPlace = isNewPlace(before, place);
    if (hasOperatorSession(before, session, now)) return { email: before.email, newPlace };
    const factorChanged = before.factorResetAt !== null;
    if (newPlace) log.warn("operator.newPlace", { operator: userId, country: place.country });
    if (factorChanged)
      log.warn("operator.factorChanged", { operator: userId, resetAt: before.factorResetAt });
    if (newPlace || factorChanged)
      await enqueue(env("MAIL_QUEUE_URL"), [noticeOf(session, factorChanged, caller, now)]);
    await replaceOperator(before, withSession(before, session, place, now));
    return { email: before.email, newPlace };
  });
});

type Seen = { operator: { email: string }; country: string | null; userAgent: string | null };

function noticeOf(
  session: string,
  factorChanged: boolean,
  { operator, country, userAgent }: Seen,
  now: Date,
): Mail {
  return {
    id: `operator-sign-in:${session}`,
    to: "operator",
    template: "operatorSignIn",
    data: {
      email: operator.email,
      what: factorChanged
        ? "signed in with a new second factor, after the old one was reset"
        : "signed in from a new device or country",
      at: atTime(now.toISOString()),
      country: country === null ? "unknown" : countryName(country),
      browser: browserOf(userAgent) ?? "unknown",
    },
  };
}
