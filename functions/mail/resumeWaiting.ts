import type { WaitingTurn } from "#shared/mail/waiting.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { scheduled } from "../platform/schedule.ts";
import { listUnsent } from "./waiting/unsent.ts";

/** Every minute, asks mail/deliver to send waiting mail if there is any. */
export const handler = scheduled(async () => {
  const [first] = await listUnsent("waitingMail", 1);
  const turn: WaitingTurn = { waiting: true };
  if (first !== undefined) await enqueue(env("MAIL_QUEUE_URL"), [turn]);
  return { waiting: first !== undefined };
});
