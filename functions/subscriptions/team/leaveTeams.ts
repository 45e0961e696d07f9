import { isSameReader } from "#shared/accounts/email.ts";
import type { TeamMember } from "#shared/subscriptions/team.ts";
import { listGrants } from "../../grants/index.ts";
import { forgetMailsOf, hashOfAddress, readMailsTo } from "../../mail/index.ts";
import { retryOnConflict, transact } from "../../platform/dynamo.ts";
import type { User } from "../../users/index.ts";
import { endSeats } from "./endSeat.ts";
import { leftGrant } from "./rules.ts";
import { deleteTeam, readTeam, replaceTeam } from "./table.ts";
import { vacate } from "./vacatedRules.ts";

/**
 * For an account's deletion: ends its own team with all seats, frees its seats in other teams and removes invitations
 * to its address.
 */
export async function leaveTeams(
  { userId, email }: Pick<User, "userId" | "email">,
  now: Date,
): Promise<void> {
  await retryOnConflict(async () => {
    const team = await readTeam(userId);
    if (team.version > 0) await transact([deleteTeam(team), ...(await endSeats(team.members, now)).writes]);
  });
  await forgetMailsOf(userId);
  const owners = (await listGrants(userId)).flatMap(({ team }) => team?.ownerId ?? []);
  const { teams, sent } = await readMailsTo(await hashOfAddress(email));
  for (const ownerId of new Set([...owners, ...teams, ...sent.map(({ team }) => team)]))
    await retryOnConflict(async () => {
      const team = await readTeam(ownerId);
      const isLeaving = (member: TeamMember) =>
        member.userId === userId || (member.userId === null && isSameReader(member.email, email));
      const theirs = team.members.filter(isLeaving);
      if (theirs.length === 0) return;
      const others = team.members.filter((member) => !isLeaving(member));
      const { left, writes } = await endSeats(theirs, now, leftGrant);
      await transact([replaceTeam(team, { members: others, vacated: vacate(team, left, now) }), ...writes]);
    });
}
