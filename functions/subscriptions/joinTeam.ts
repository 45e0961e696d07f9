import { AppError } from "#shared/errors.ts";
import { joinTeam } from "#shared/subscriptions/team.ts";
import { createGrant, listGrants, whileSuspended } from "../grants/index.ts";
import { http } from "../http/index.ts";
import { createLicense, licenseOf } from "../licenses/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { hashSecret, newId, newLicenseKey } from "../platform/random.ts";
import { grantOfTeam, memberGrant, openInvitation, takesMembers } from "./team/rules.ts";
import { readTeam, replaceTeam, whileGranted } from "./team/table.ts";
import { takeSeat } from "./team/vacatedRules.ts";

/** The token is `<owner>.<member>.<secret>`. Repeats change nothing. */
export const handler = http(joinTeam)(async ({ input, caller: { userId, user }, now }) => {
  const [ownerId = "", memberId = "", secret = ""] = input.token.split(".");
  const link = { memberId, tokenHash: hashSecret(secret) };
  await retryOnConflict(async () => {
    const team = ownerId === "" ? undefined : await readTeam(ownerId);
    const member = openInvitation(team, link, { ...user, userId }, now);
    if (member.userId === userId || team === undefined) return;
    const owner = grantOfTeam(await listGrants(ownerId), now);
    if (owner === undefined || !takesMembers(owner, now))
      throw new AppError("NOT_FOUND", "This team has ended.");
    const grant = memberGrant(member, userId, owner, newLicenseKey(), now);
    const members = team.members.map((one) => (one === member ? { ...one, userId } : one));
    const { leases, vacated } = takeSeat(team, owner, now);
    await transact([
      replaceTeam(team, { members, vacated }),
      createGrant(grant),
      createLicense({ ...licenseOf(grant, newId(), now), leases }),
      whileSuspended(userId, false),
      whileGranted(owner),
    ]);
  });
  return { ok: true as const };
});
