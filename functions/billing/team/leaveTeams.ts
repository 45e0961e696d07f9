import { retryOnConflict, transact } from "../../platform/dynamo.ts";
import { leftGrant } from "../rules/team.ts";
import { vacate } from "../rules/vacatedSeats.ts";
import { listGrants } from "../table.ts";
import { deleteTeam, readTeam, replaceTeam } from "../tables/team.ts";
import { endSeats } from "./endSeat.ts";

/** An account is deleted: its own team ends with all seats, and its seats in the teams of others are free again. */
export async function leaveTeams(userId: string, now: Date): Promise<void> {
  await retryOnConflict(async () => {
    const team = await readTeam(userId);
    if (team.version > 0) await transact([deleteTeam(team), ...(await endSeats(team.members, now)).writes]);
  });
  const owners = (await listGrants(userId)).flatMap(({ team }) => team?.ownerId ?? []);
  for (const ownerId of new Set(owners))
    await retryOnConflict(async () => {
      const team = await readTeam(ownerId);
      const others = team.members.filter((member) => member.userId !== userId);
      if (others.length === team.members.length) return;
      const theirs = team.members.filter((member) => member.userId === userId);
      const { left, writes } = await endSeats(theirs, now, leftGrant);
      await transact([replaceTeam(team, { members: others, vacated: vacate(team, left, now) }), ...writes]);
    });
}
