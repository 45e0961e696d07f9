import * as z from "zod/mini";
import { Incident, IncidentHead } from "#shared/status/incident.ts";
import { getItem, type Item, queryItems, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { OpenIncident } from "./rules.ts";

/**
 * Insights, partition "status": one permanent row per incident with its updates, `sk` "incident#<countdown>#<id>". The
 * countdown decreases with time, so the newest incidents come first, right after the board. One query reads the board,
 * its changes and recent incidents.
 */
const TABLE = () => env("TABLE_INSIGHTS");
const PARTITION = "status";
const PREFIX = "incident#";
/** Milliseconds since 1970 have 13 digits until the year 2286. */
const FAR = 9_999_999_999_999;

const countdown = (at: string): string => String(FAR - Date.parse(at)).padStart(13, "0");
const keyOf = ({ id, started_at }: Pick<IncidentHead, "id" | "started_at">) => ({
  pk: PARTITION,
  sk: `${PREFIX}${countdown(started_at)}#${id}`,
});

/** The upper bound of `sk` for incidents that began at or after `since`. */
export const lastSince = (since: Date): string => `${PREFIX}${countdown(since.toISOString())}#~`;

export const StoredOpen = z.extend(IncidentHead, { count: z.number() });

export const isIncident = ({ sk }: Item): boolean => String(sk).startsWith(PREFIX);

/** The row stores updates oldest first. */
export function toIncident(item: Item): Incident {
  const incident = Incident.parse({ postmortem_url: null, ...item });
  return { ...incident, updates: incident.updates.toReversed() };
}

const saidIn = ({ state, updated_at: at }: OpenIncident, message: string) => ({ state, message, at });

export function createIncident({ count: _, ...head }: OpenIncident, message: string): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...keyOf(head), ...head, updates: [saidIn({ ...head, count: 1 }, message)] },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

export function addUpdate(before: OpenIncident, after: OpenIncident, message: string): Write {
  return {
    Update: {
      TableName: TABLE(),
      Key: keyOf(before),
      UpdateExpression:
        "SET #state = :state, impact = :impact, services = :services, updated_at = :at, #updates = list_append(#updates, :said)",
      ConditionExpression: "updated_at = :before",
      ExpressionAttributeNames: { "#state": "state", "#updates": "updates" },
      ExpressionAttributeValues: {
        ":state": after.state,
        ":impact": after.impact,
        ":services": after.services,
        ":at": after.updated_at,
        ":before": before.updated_at,
        ":said": [saidIn(after, message)],
      },
    },
  };
}

export async function findIncident(
  place: Pick<IncidentHead, "id" | "started_at">,
): Promise<Incident | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: keyOf(place) });
  return item && toIncident(item);
}

/** Open incidents that began before `since`. Queries each one, so that the function needs no other permission. */
export async function readOpenBefore(since: Date, open: readonly OpenIncident[]): Promise<Incident[]> {
  const old = open.filter(({ started_at }) => started_at < since.toISOString());
  const pages = await Promise.all(old.map(({ id, started_at }) => queryOne(keyOf({ id, started_at }))));
  return pages.flatMap(({ items }) => items.map(toIncident));
}

const queryOne = ({ pk, sk }: ReturnType<typeof keyOf>) =>
  queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND sk = :sk",
    ExpressionAttributeValues: { ":pk": pk, ":sk": sk },
    ConsistentRead: true,
  });

export const setPostmortem = (before: Incident, url: string | null): Write => ({
  Update: {
    TableName: TABLE(),
    Key: keyOf(before),
    UpdateExpression: "SET postmortem_url = :url",
    ConditionExpression:
      before.postmortem_url === null
        ? "attribute_not_exists(postmortem_url) OR postmortem_url = :before"
        : "postmortem_url = :before",
    ExpressionAttributeValues: { ":url": url, ":before": before.postmortem_url },
  },
});
