import * as z from "zod/mini";
import { Feedback } from "#shared/mail/feedback.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { Signal } from "#shared/security/signal.ts";
import { atTime, countryName } from "#shared/words.ts";
import { keepSession, readSessions } from "../accounts/index.ts";
import { consume } from "../platform/consume.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { enqueue } from "../platform/queue.ts";
import { findUser, isUnknown } from "../users/index.ts";
import { followFeedback } from "./followFeedback.ts";
import { findingsOf } from "./rules.ts";
import { listSightings, raiseAlert, recordSighting } from "./table.ts";

const Received = z.union([Signal, Feedback]);
type Received = z.output<typeof Received>;
type SignIn = Extract<Received, { kind: "signIn" }>;

/** Reads the security queue and raises alerts for the operator. It never suspends an account. */
export const handler = consume(Received, async (received) => {
  const about = accountOf(received);
  if (about !== undefined && (await isGone(about))) {
    log.info("signal.dropped", { user: about });
    return;
  }
  if ("kind" in received && received.kind === "signIn") return followSignIn(received);
  for (const finding of await findingsIn(received)) {
    await raiseAlert(finding);
    log.warn("alert.raised", { type: finding.type, finding: finding.id, user: finding.userId });
  }
});

/** The account of a signal; undefined for SES's reports, which name an address. */
function accountOf(received: Received): string | undefined {
  if ("eventType" in received) return undefined;
  if (received.kind === "sighting") return received.sighting.userId;
  return received.kind === "finding" ? received.finding.userId : received.userId;
}

/** A late or repeated signal must not create data about an erased account. */
async function isGone(userId: string): Promise<boolean> {
  const user = await findUser(userId);
  return user === undefined || user.deletedAt !== null;
}

async function findingsIn(received: Exclude<Received, SignIn>) {
  if ("eventType" in received) return followFeedback(received);
  if (received.kind === "finding") return [received.finding];
  const { sighting } = received;
  await recordSighting(sighting);
  const known = await listSightings(sighting.userId, sighting.at);
  return findingsOf(sighting, known, env("DENIED_NETWORKS").split(","));
}

/**
 * Queues the mail before it stores the session as known. If the run fails in between, the next run queues the mail
 * again, and the mail's id prevents a duplicate.
 */
async function followSignIn({ userId, session, isFirst }: SignIn): Promise<void> {
  const { id, device, country, signedInAt } = session;
  if (isUnknown(session, await readSessions(userId), isFirst)) {
    const mail: Mail = {
      id: `new-sign-in:${id}`,
      to: { userId },
      template: "newSignIn",
      data: {
        device: device ?? "an unknown browser",
        place: country === null ? "an unknown country" : countryName(country),
        at: atTime(signedInAt),
      },
    };
    await enqueue(env("MAIL_QUEUE_URL"), [mail]);
  }
  await keepSession(userId, session);
}
