import { BRAKE } from "#shared/brake.ts";
import { SECOND } from "#shared/instant.ts";
import type { Audience, MailingTurn } from "#shared/mail/mailing.ts";
import { createMailing, markResolved, type NewMailing } from "../../mail/index.ts";
import type { Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { newId } from "../../platform/random.ts";

type Said = Omit<NewMailing, "id" | "audience">;

/** Seconds. A call that wants to write has ended by then, too: API Gateway waits for 30 at most. */
const FIRST_TURN = BRAKE.delay / SECOND;

/**
 * Prepares mail about an update that is written next. The queue has the first turn before the write and hands it out
 * two minutes later, until when an operator can undo it: a call that dies in between loses no mail, and a turn whose update was refused finds nothing to do.
 * @returns the writes that start the mailing, if there is an audience, and that end what mail says of a resolved incident;
 * for the update's transaction
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
