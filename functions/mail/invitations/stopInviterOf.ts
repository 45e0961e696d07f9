import type { Instant } from "#shared/instant.ts";
import { hashOfAddress, readMailsTo, stopMailsOf } from "./table.ts";

/** After a bounce or a spam complaint, stops the mails of the team that invited the address last. */
export async function stopInviterOf(address: string, at: Instant): Promise<void> {
  const last = (await readMailsTo(await hashOfAddress(address))).sent.at(-1);
  if (last !== undefined) await stopMailsOf(last.team, at);
}
