import type { Instant } from "#shared/instant.ts";
import { hashOfAddress, readMailsTo, stopMailsOf } from "./table.ts";

/** Mail to an address bounced or was marked as spam: the team that invited it last mails nobody for a while. */
export async function stopInviterOf(address: string, at: Instant): Promise<void> {
  const last = (await readMailsTo(await hashOfAddress(address))).sent.at(-1);
  if (last !== undefined) await stopMailsOf(last.team, at);
}
