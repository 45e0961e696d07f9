import { seatsOf } from "#shared/billing/subscription.ts";
import { inviteMember, type TeamMember } from "#shared/billing/team.ts";
import { throughDay } from "#shared/instant.ts";
import { deadline } from "#shared/words.ts";
import { countWithin } from "../limits/index.ts";
import { INVITATIONS_A_TEAM } from "../limits/rules.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { http } from "../platform/http.ts";
import { enqueue } from "../platform/queue.ts";
import { newId, newSecret } from "../platform/random.ts";
import { grantOfTeam, invited, teamView } from "./rules/team.ts";
import { listGrants } from "./table.ts";
import { readTeam, replaceTeam, whileGranted } from "./tables/team.ts";

export const handler = http(inviteMember)(async ({ input: { email }, caller, now }) => {
  const { userId, user } = caller;
  await countWithin(`invitations#${userId}`, INVITATIONS_A_TEAM, now);
  const { secret, hash } = newSecret();
  const asked = { id: newId(), email, tokenHash: hash, now };
  const { members, seats } = await retryOnConflict(async () => {
    const [team, grants] = await Promise.all([readTeam(userId), listGrants(userId)]);
    const grant = grantOfTeam(grants, now);
    const after = invited(team, grant, user.email, asked);
    await transact([replaceTeam(team, { members: after }), ...(grant ? [whileGranted(grant)] : [])]);
    return { members: after, seats: grant?.subscription ? seatsOf(grant.subscription) : 1 };
  });
  const member = members.find(({ tokenHash }) => tokenHash === hash);
  if (member) await send(member, secret, user);
  return { team: teamView({ members }, seats, now) };
});

type Owner = { userId: string; email: string; name: string | null };

/** The link's secret is in the mail alone. */
async function send(member: TeamMember, secret: string, { userId, email, name }: Owner): Promise<void> {
  await enqueue(env("MAIL_QUEUE_URL"), [
    {
      id: `team-invitation:${member.id}:${member.invitedAt}`,
      to: { address: member.email },
      template: "teamInvitation",
      data: {
        owner: name === null ? email : `${name} (${email})`,
        email: member.email,
        invitationUrl: `${env("SITE_URL")}/join-team?invitation=${userId}.${member.id}.${secret}`,
        until: deadline(throughDay(member.expiresAt)),
      },
    },
  ]);
}
