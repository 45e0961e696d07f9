import * as z from "zod/mini";
import { DAY, SECOND } from "#shared/instant.ts";
import { Alert, type AlertType } from "#shared/security/alert.ts";
import { type Finding, Sighting } from "#shared/security/signal.ts";
import {
  deleteItem,
  eachItem,
  getItem,
  putItem,
  queryItems,
  retryOnConflict,
  transact,
  type Write,
} from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/random.ts";
import { raise } from "./rules.ts";

/**
 * Alerts; `pk` is the user. An open alert's `sk` is "open#<type>", so at most one alert of each type is open. A
 * resolved alert's `sk` is "closed#<id>". A sighting's `sk` is "seen#<time>#<id>"; the row says where the account was
 * used. A row with the `pk` "finding#<id>" marks a counted finding. The index `byState` lists alerts by state and by
 * the time of the last finding.
 */
const TABLE = () => env("TABLE_ALERTS");
const closedKey = ({ userId, id }: { userId: string; id: string }) => ({ pk: userId, sk: `closed#${id}` });
const openKey = (finding: { userId: string; type: AlertType }) => ({
  pk: finding.userId,
  sk: `open#${finding.type}`,
});
const seenKey = ({ userId, at, id }: Sighting) => ({ pk: userId, sk: `seen#${at}#${id}` });
const markerKey = (finding: Finding) => ({ pk: `finding#${finding.id}`, sk: "counted" });

const SIGHTINGS_KEPT_FOR = 3 * DAY;
const MARKERS_KEPT_FOR = 30 * DAY;
const goneAfter = (at: string, keep: number) => Math.floor((Date.parse(at) + keep) / SECOND);

export async function recordSighting(sighting: Sighting): Promise<void> {
  await putItem({
    TableName: TABLE(),
    Item: {
      ...seenKey(sighting),
      ...sighting,
      expiresAtEpoch: goneAfter(sighting.at, SIGHTINGS_KEPT_FOR),
    },
  });
}

/** The sightings in the day before and after an instant, because messages arrive in any order. */
export async function listSightings(userId: string, around: string): Promise<Sighting[]> {
  const bound = (distance: number) => `seen#${new Date(Date.parse(around) + distance).toISOString()}`;
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :user AND sk BETWEEN :from AND :to",
    ExpressionAttributeValues: { ":user": userId, ":from": bound(-DAY), ":to": bound(DAY) },
    ConsistentRead: true,
  });
  return items.map((item) => Sighting.parse(item));
}

export async function raiseAlert(finding: Finding): Promise<void> {
  await retryOnConflict(async () => {
    const [counted, open] = await Promise.all([
      getItem({ TableName: TABLE(), Key: markerKey(finding) }),
      getItem({ TableName: TABLE(), Key: openKey(finding) }),
    ]);
    if (counted) return;
    const before = open && Alert.parse(open);
    await transact([
      {
        Put: {
          TableName: TABLE(),
          Item: { ...markerKey(finding), expiresAtEpoch: goneAfter(finding.at, MARKERS_KEPT_FOR) },
          ConditionExpression: "attribute_not_exists(pk)",
        },
      },
      {
        Put: {
          TableName: TABLE(),
          Item: { ...openKey(finding), ...raise(before, finding, newId()) },
          ...(before
            ? {
                ConditionExpression: "version = :version",
                ExpressionAttributeValues: { ":version": before.version },
              }
            : { ConditionExpression: "attribute_not_exists(pk)" }),
        },
      },
    ]);
  });
}

export async function deleteSightings(userId: string): Promise<void> {
  const theirs = eachItem({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :user",
    ExpressionAttributeValues: { ":user": userId },
    ConsistentRead: true,
  });
  for await (const { pk, sk } of theirs) await deleteItem({ TableName: TABLE(), Key: { pk, sk } });
}

/** Keeps the sort key, so that an alert of a type unknown to this version can still be closed. */
const StoredAlert = z.extend(Alert, { sk: z.string() });
export type StoredAlert = z.output<typeof StoredAlert>;

/** Finds an open or resolved alert of any type. A user has at most one open alert per type. */
export async function findAlert(userId: string, id: string): Promise<StoredAlert | undefined> {
  const [open, closed] = await Promise.all([
    queryItems({
      TableName: TABLE(),
      KeyConditionExpression: "pk = :user AND begins_with(sk, :open)",
      ExpressionAttributeValues: { ":user": userId, ":open": "open#" },
      ConsistentRead: true,
    }),
    getItem({ TableName: TABLE(), Key: closedKey({ userId, id }) }),
  ]);
  const row = [...open.items, closed].find((item) => item?.id === id);
  return row && StoredAlert.parse(row);
}

/** For a transaction. A later finding opens a new alert. */
export function closeAlert(before: StoredAlert, after: Alert): Write[] {
  return [
    {
      Delete: {
        TableName: TABLE(),
        Key: { pk: before.userId, sk: before.sk },
        ConditionExpression: "id = :id AND version = :version",
        ExpressionAttributeValues: { ":id": before.id, ":version": before.version },
      },
    },
    { Put: { TableName: TABLE(), Item: { ...after, ...closedKey(after) } } },
  ];
}

/** Filters in the query, so that many low alerts do not hide the others. */
export async function listOpenAlerts(which: "low" | "others", limit: number): Promise<Alert[]> {
  const found: Alert[] = [];
  for await (const item of eachItem({
    TableName: TABLE(),
    IndexName: "byState",
    KeyConditionExpression: "#state = :open",
    FilterExpression: which === "low" ? "severity = :low" : "severity <> :low",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":open": "open", ":low": "low" },
  }))
    if (found.push(Alert.parse(item)) >= limit) break;
  return found;
}

/** Resolved alerts first, then open ones. */
export async function listAlertsOf(userId: string): Promise<Alert[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :user AND sk BETWEEN :closed AND :open",
    ExpressionAttributeValues: { ":user": userId, ":closed": "closed#", ":open": "open#~" },
    ConsistentRead: true,
  });
  return items.map((item) => Alert.parse(item));
}
