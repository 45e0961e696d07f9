import { type Grant, teamGrantId } from "#shared/grants/grant.ts";
import type { TeamMember } from "#shared/subscriptions/team.ts";
import { getGrant, listGrants, replaceGrant } from "../../grants/index.ts";
import { entitle } from "../../licenses/index.ts";
import { retryOnConflict, transact } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { endSeats } from "./endSeat.ts";
import { seatEndingMail } from "./mailRules.ts";
import { followOwner, grantOfTeam, memberSeats, trimmed } from "./rules.ts";
import { readTeam, replaceTeam, whileGranted } from "./table.ts";
import { vacate } from "./vacatedRules.ts";

/**
 * Updates the members' keys from the owner's subscription and ends the keys that are no longer paid for. Reads the
 * current rows itself, so late and repeated calls give the same result.
 * @returns whether anything changed
 */
export function followTeam(ownerId: string, now: Date): Promise<boolean> {
  return retryOnConflict(async () => {
    const team = await readTeam(ownerId);
    if (team.members.length === 0) return false;
    const grant = grantOfTeam(await listGrants(ownerId), now);
    const { kept, surplus } = trimmed(team, memberSeats(grant), now);
    let isChanged = surplus.length > 0;
    if (isChanged) {
      const { left, writes } = await endSeats(surplus, now);
      await transact([replaceTeam(team, { members: kept, vacated: vacate(team, left, now) }), ...writes]);
    }
    for (const member of kept) isChanged = (await followSeat(member, grant, now)) || isChanged;
    return isChanged;
  });
}

async function followSeat({ id, userId }: TeamMember, owner: Grant | undefined, now: Date): Promise<boolean> {
  const before = userId === null ? undefined : await getGrant(userId, teamGrantId(id));
  if (before === undefined) return false;
  const after = followOwner(before, owner, now);
  if (after === before) return false;
  const { licenseKey, source, entitlement } = after;
  await transact([
    replaceGrant(before, after),
    entitle(licenseKey, { grantId: after.id, source, entitlement }),
    ...(owner ? [whileGranted(owner)] : []),
  ]);
  return true;
}

/** Mails the members when the owner has canceled the team's subscription. Repeats send nothing twice. */
export async function tellOfEnd(ownerId: string, end: number): Promise<void> {
  const { members } = await readTeam(ownerId);
  const mails = members.flatMap(({ id, userId }) => (userId ? [seatEndingMail(userId, id, end)] : []));
  if (mails.length > 0) await enqueue(env("MAIL_QUEUE_URL"), mails);
}
