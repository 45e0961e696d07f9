import { nameForStrangers } from "#shared/accounts/personName.ts";
import { throughDay } from "#shared/instant.ts";
import { seatsOf } from "#shared/subscriptions/subscription.ts";
import { inviteMember, type TeamMember } from "#shared/subscriptions/team.ts";
import { deadline } from "#shared/words.ts";
import { listGrants } from "../grants/index.ts";
import { http } from "../http/index.ts";
import { countWithin, INVITATIONS_A_TEAM } from "../limits/index.ts";
import {
  hashOfAddress,
  invitedBy,
  mayMail,
  readMailsOf,
  readMailsTo,
  refusalToken,
  replaceMails,
  withMail,
} from "../mail/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { newId, newSecret } from "../platform/random.ts";
import { grantOfTeam, invited, memberSeats, teamView } from "./team/rules.ts";
import { readTeam, replaceTeam, whileGranted } from "./team/table.ts";

export const handler = http(inviteMember)(async ({ input: { email }, caller, now }) => {
  const { userId, user } = caller;
  await countWithin(`invitations#${userId}`, INVITATIONS_A_TEAM, now);
  const { secret, hash } = newSecret();
  const asked = { id: newId(), email, tokenHash: hash, now };
  const hashOfReader = await hashOfAddress(email);
  const { members, seats, isMailed } = await retryOnConflict(async () => {
    const [team, grants, toAddress, byTeam] = await Promise.all([
      readTeam(userId),
      listGrants(userId),
      readMailsTo(hashOfReader),
      readMailsOf(userId),
    ]);
    const grant = grantOfTeam(grants, now);
    const after = invited(team, grant, user, asked);
    const isMailed = mayMail(toAddress, byTeam, userId, memberSeats(grant), now);
    await transact([
      replaceTeam(team, { members: after }),
      ...(grant ? [whileGranted(grant)] : []),
      replaceMails(invitedBy(isMailed ? withMail(toAddress, userId, now) : toAddress, userId), now),
      ...(isMailed ? [replaceMails(withMail(byTeam, userId, now), now)] : []),
    ]);
    const seats = grant?.subscription ? seatsOf(grant.subscription) : 1;
    return { members: after, seats, isMailed };
  });
  const member = members.find(({ tokenHash }) => tokenHash === hash);
  if (member === undefined) throw new Error("The invitation is not in its team");
  const link = `${env("SITE_URL")}/join-team#${userId}.${member.id}.${secret}/${encodeURIComponent(user.email)}`;
  // The link for the owner omits the member's address, because the owner may share the link anywhere.
  const mailed = `${link}/${encodeURIComponent(member.email)}`;
  if (isMailed) await send(member, mailed, await refusalToken(hashOfReader), user);
  return { team: teamView({ members }, seats, now), link, mailed: isMailed };
});

/** The owner's name is untrusted text: the mail shows it only after our own words, or not at all. */
async function send(
  member: TeamMember,
  invitationUrl: string,
  mailToken: string,
  { email, name }: { email: string; name: string | null },
): Promise<void> {
  const shown = nameForStrangers(name);
  await enqueue(env("MAIL_QUEUE_URL"), [
    {
      id: `team-invitation:${member.id}:${member.invitedAt}`,
      to: { address: member.email },
      template: "teamInvitation",
      data: {
        owner: shown === null ? email : `${shown} (${email})`,
        email: member.email,
        invitationUrl,
        refusalUrl: `${env("SITE_URL")}/refuse-invitations#${mailToken}`,
        mailToken,
        until: deadline(throughDay(member.expiresAt)),
      },
      useBy: throughDay(member.expiresAt),
    },
  ]);
}
