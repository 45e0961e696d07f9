import { teamGrantId } from "#shared/grants/grant.ts";
import type { RunningLease } from "#shared/licenses/lease.ts";
import type { TeamMember } from "#shared/subscriptions/team.ts";
import { getGrant, replaceGrant } from "../../grants/index.ts";
import { entitle, findLicense, runningLeases } from "../../licenses/index.ts";
import type { Write } from "../../platform/dynamo.ts";
import { removedGrant } from "./rules.ts";

type Ended = { writes: Write[]; leases: RunningLease[] };
const NOTHING: Ended = { writes: [], leases: [] };

/**
 * For a transaction: ends the key of a seat permanently. No writes for an open invitation.
 * @returns also the seat's running leases
 */
export async function endSeat({ id, userId }: TeamMember, now: Date, end = removedGrant): Promise<Ended> {
  const before = userId === null ? undefined : await getGrant(userId, teamGrantId(id));
  if (before === undefined) return NOTHING;
  const after = end(before, now);
  if (after === before) return NOTHING;
  const { licenseKey, source, entitlement } = after;
  const grant = { grantId: after.id, source, entitlement };
  // Undefined while the key is being replaced: the write then fails. It also fails if a lease is taken in the meantime.
  const license = await findLicense(licenseKey);
  return {
    writes: [replaceGrant(before, after), entitle(licenseKey, grant, license?.version)],
    leases: license ? runningLeases(license, now) : [],
  };
}

export async function endSeats(
  members: readonly TeamMember[],
  now: Date,
  end = removedGrant,
): Promise<{ writes: Write[]; left: RunningLease[][] }> {
  const ended = await Promise.all(members.map((member) => endSeat(member, now, end)));
  return { writes: ended.flatMap(({ writes }) => writes), left: ended.map(({ leases }) => leases) };
}
