import type { WaitingTurn } from "#shared/mail/waiting.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { scheduled } from "../platform/schedule.ts";
import { listUnsent } from "./waiting/unsent.ts";

/** Every minute: where mail waits for SES, lets mail/deliver send what SES takes now. */
export const handler = scheduled(async () => {
  const [first] = await listUnsent("waitingMail", 1);
  const turn: WaitingTurn = { waiting: true };
  if (first !== undefined) await enqueue(env("MAIL_QUEUE_URL"), [turn]);
  return { waiting: first !== undefined };
});
