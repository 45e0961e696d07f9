import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { seatEndingMail } from "../rules/teamMail.ts";
import { readTeam } from "../tables/team.ts";

/** Mails each member when the team ends, as its owner has canceled. Repeating it sends nothing twice. */
export async function tellOfEnd(ownerId: string, end: number): Promise<void> {
  const { members } = await readTeam(ownerId);
  const mails = members.flatMap(({ id, userId }) => (userId ? [seatEndingMail(userId, id, end)] : []));
  if (mails.length > 0) await enqueue(env("MAIL_QUEUE_URL"), mails);
}
