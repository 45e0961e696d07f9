import * as z from "zod/mini";
import type { Grant } from "#shared/grants/grant.ts";
import { RunningLease } from "#shared/licenses/lease.ts";
import { TeamMember } from "#shared/subscriptions/team.ts";
import { TEAM } from "../../grants/index.ts";
import { getItem, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { Team } from "./rules.ts";

/** In Grants: one row a customer who pays for several seats, `pk` the user, `sk` TEAM: who has the others. */
const TABLE = () => env("TABLE_GRANTS");
const keyOf = (ownerId: string) => ({ pk: ownerId, sk: TEAM });

const SavedTeam = z.object({
  members: z.array(TeamMember),
  vacated: z._default(z.array(z.array(RunningLease)), []),
  version: z.number(),
});

/** Without members before the first invitation, when there is no row. */
export async function readTeam(ownerId: string): Promise<Team> {
  const item = await getItem({ TableName: TABLE(), Key: keyOf(ownerId) });
  return {
    ownerId,
    ...(item === undefined ? { members: [], vacated: [], version: 0 } : SavedTeam.parse(item)),
  };
}

/** For a transaction: other members, or other vacated seats, where the team still is what was read. */
export function replaceTeam(team: Team, changed: Partial<Pick<Team, "members" | "vacated">>): Write {
  const { ownerId, version, ...before } = team;
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...keyOf(ownerId), ...before, ...changed, version: version + 1 },
      ...(version === 0
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : { ConditionExpression: "version = :version", ExpressionAttributeValues: { ":version": version } }),
    },
  };
}

/** For a transaction: the owner is leaving, and the team with them, where it still is what was read. */
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

/** For a transaction: only while the subscription that the team stands on is what was read. */
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
