import type { Audience, MailingTurn } from "#shared/mail/mailing.ts";
import type { NewMailing } from "../../mail/rules/mailings.ts";
import { createMailing } from "../../mail/tables/mailings.ts";
import type { Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { newId } from "../../platform/random.ts";

/** Seconds after which a call that wants to write has ended: API Gateway waits for 30 at most. */
const WRITTEN_BY_THEN = 30;

/**
 * Prepares mail about an update that is written next. The queue has the first turn before the write and hands it out
 * after it: a call that dies in between loses no mail, and a turn whose update was refused finds nothing to do.
 * @returns the writes that start the mailing, for the update's transaction; none without an audience
 */
export async function announce(
  audience: Audience | undefined,
  now: Date,
): Promise<(said: Omit<NewMailing, "id" | "audience">) => Write[]> {
  if (audience === undefined) return () => [];
  const id = `${now.toISOString()}#${newId()}`;
  const turn: MailingTurn = { mailing: id };
  await enqueue(env("MAIL_QUEUE_URL"), [turn], () => WRITTEN_BY_THEN);
  return (said) => [createMailing({ id, audience, ...said })];
}
