import { teamGrantId } from "#shared/billing/grant.ts";
import type { TeamMember } from "#shared/billing/team.ts";
import { entitle } from "../../licenses/table.ts";
import type { Write } from "../../platform/dynamo.ts";
import { removedGrant } from "../rules/team.ts";
import { getGrant, replaceGrant } from "../table.ts";

/** For a transaction: the key of a seat ends for good. Nothing for an invitation that was not accepted. */
export async function endSeat({ id, userId }: TeamMember, now: Date): Promise<Write[]> {
  const before = userId === null ? undefined : await getGrant(userId, teamGrantId(id));
  if (before === undefined) return [];
  const after = removedGrant(before, now);
  if (after === before) return [];
  const { licenseKey, source, entitlement } = after;
  return [replaceGrant(before, after), entitle(licenseKey, { grantId: after.id, source, entitlement })];
}

export async function endSeats(members: readonly TeamMember[], now: Date): Promise<Write[]> {
  return (await Promise.all(members.map((member) => endSeat(member, now)))).flat();
}
