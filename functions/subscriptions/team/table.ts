import * as z from "zod/mini";
import type { Grant } from "#shared/grants/grant.ts";
import { RunningLease } from "#shared/licenses/lease.ts";
import { TeamMember } from "#shared/subscriptions/team.ts";
import { TEAM } from "../../grants/index.ts";
import { getItem, putNext, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { Team } from "./rules.ts";

/** In Grants: one row per customer with several seats, `pk` the user, `sk` TEAM: the other seats' members. */
const TABLE = () => env("TABLE_GRANTS");
const keyOf = (ownerId: string) => ({ pk: ownerId, sk: TEAM });

const SavedTeam = z.object({
  members: z.array(TeamMember),
  vacated: z._default(z.array(z.array(RunningLease)), []),
  version: z.number(),
});

/** A customer without a row has a team without members. */
export async function readTeam(ownerId: string): Promise<Team> {
  const item = await getItem({ TableName: TABLE(), Key: keyOf(ownerId) });
  return {
    ownerId,
    ...(item === undefined ? { members: [], vacated: [], version: 0 } : SavedTeam.parse(item)),
  };
}

export function replaceTeam(team: Team, changed: Partial<Pick<Team, "members" | "vacated">>): Write {
  const { ownerId, version, ...before } = team;
  return putNext(TABLE(), { ...keyOf(ownerId), ...before, ...changed }, version);
}

export function deleteTeam({ ownerId, version }: Team): Write {
  return {
    Delete: {
      TableName: TABLE(),
      Key: keyOf(ownerId),
      ConditionExpression: "version = :version",
      ExpressionAttributeValues: { ":version": version },
    },
  };
}

/** For a transaction: fails if the team's subscription has changed since it was read. */
export function whileGranted({ userId, id, version }: Grant): Write {
  return {
    ConditionCheck: {
      TableName: TABLE(),
      Key: { pk: userId, sk: `grant#${id}` },
      ConditionExpression: "version = :version",
      ExpressionAttributeValues: { ":version": version },
    },
  };
}
