import { AppError } from "#shared/errors.ts";
import { seatsOf } from "#shared/subscriptions/subscription.ts";
import { removeMember } from "#shared/subscriptions/team.ts";
import { listGrants } from "../grants/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { endSeat } from "./team/endSeat.ts";
import { grantOfTeam, teamView } from "./team/rules.ts";
import { readTeam, replaceTeam } from "./team/table.ts";
import { vacate } from "./team/vacatedRules.ts";

export const handler = http(removeMember)(async ({ input, caller: { userId }, now }) =>
  retryOnConflict(async () => {
    const [team, grants] = await Promise.all([readTeam(userId), listGrants(userId)]);
    const member = team.members.find(({ id }) => id === input.member);
    if (!member) throw new AppError("NOT_FOUND", "This person has no seat in your team.");
    const members = team.members.filter((one) => one !== member);
    const { leases, writes } = await endSeat(member, now);
    await transact([replaceTeam(team, { members, vacated: vacate(team, [leases], now) }), ...writes]);
    const { subscription = null } = grantOfTeam(grants, now) ?? {};
    return { team: teamView({ members }, subscription ? seatsOf(subscription) : 1, now) };
  }),
);
