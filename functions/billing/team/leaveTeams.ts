import { retryOnConflict, transact } from "../../platform/dynamo.ts";
import { listGrants } from "../table.ts";
import { deleteTeam, readTeam, replaceTeam } from "../tables/team.ts";
import { endSeats } from "./endSeat.ts";

/** An account is deleted: its own team ends with all seats, and its seats in the teams of others are free again. */
export async function leaveTeams(userId: string, now: Date): Promise<void> {
  await retryOnConflict(async () => {
    const team = await readTeam(userId);
    if (team.version > 0) await transact([deleteTeam(team), ...(await endSeats(team.members, now))]);
  });
  const owners = (await listGrants(userId)).flatMap(({ team }) => team?.ownerId ?? []);
  for (const ownerId of new Set(owners))
    await retryOnConflict(async () => {
      const team = await readTeam(ownerId);
      const left = team.members.filter((member) => member.userId !== userId);
      if (left.length < team.members.length) await transact([replaceTeam(team, left)]);
    });
}
