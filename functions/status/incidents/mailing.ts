import { BRAKE } from "#shared/brake.ts";
import { SECOND } from "#shared/instant.ts";
import type { Audience, MailingTurn } from "#shared/mail/mailing.ts";
import { createMailing, markResolved, type NewMailing } from "../../mail/index.ts";
import type { Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { newId } from "../../platform/random.ts";

type Said = Omit<NewMailing, "id" | "audience">;

/** In seconds: longer than the 30 seconds that API Gateway waits for the call that queued the turn. */
const FIRST_TURN = BRAKE.delay / SECOND;

/**
 * Prepares mail about an update that is not yet stored. Queues the first turn before the write, so that a failed call
 * loses no mail. The queue delivers the turn two minutes later. Until then, an operator can stop the mailing. If the
 * update was refused, the turn finds nothing to do.
 * @returns a function that makes writes for the update's transaction. They start the mailing, if there is an audience,
 * and mark a resolved incident
 */
export async function announce(audience: Audience | undefined, now: Date): Promise<(said: Said) => Write[]> {
  if (audience === undefined) return ending;
  const id = `${now.toISOString()}#${newId()}`;
  const turn: MailingTurn = { mailing: id };
  await enqueue(env("MAIL_QUEUE_URL"), [turn], () => FIRST_TURN);
  return (said) => [createMailing({ id, audience, ...said }), ...ending(said)];
}

const ending = ({ incident, at }: Said): Write[] =>
  incident.state === "resolved" ? [markResolved(incident.id, at)] : [];
