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
 * Alerts: `pk` the user; `sk` "open#" and the type, so that there is one of each; "closed#" and the id, once it
 * is resolved; "seen#", the time and an id,
 * for where the account was used; and one marker a finding that was counted, `pk` "finding#" and its id. Index
 * `byState` lists everybody's open alerts, the latest first.
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

/** The same sighting twice is one row. */
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

/** Where an account was used in the day before and the day after something; messages come in any order. */
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

/** Counts a finding in its open alert, once however often it is repeated. */
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

/** Where an account was used and what was noticed about it. */
export async function deleteSightings(userId: string): Promise<void> {
  const theirs = eachItem({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :user",
    ExpressionAttributeValues: { ":user": userId },
    ConsistentRead: true,
  });
  for await (const { pk, sk } of theirs) await deleteItem({ TableName: TABLE(), Key: { pk, sk } });
}

/** With its own sort key: a type that is unknown here still names the row of an open alert. */
const StoredAlert = z.extend(Alert, { sk: z.string() });
export type StoredAlert = z.output<typeof StoredAlert>;

/** One alert, open or resolved, of any type: a user has at most one open alert of each. */
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

/** For a transaction: a finding that comes from now on opens another one. */
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

/** Everybody's open alerts, those first that were seen longest ago. */
export async function listOpenAlerts(limit: number): Promise<Alert[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    IndexName: "byState",
    KeyConditionExpression: "#state = :open",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":open": "open" },
    Limit: limit,
  });
  return items.map((item) => Alert.parse(item));
}

/** A user's alerts, the open ones last. */
export async function listAlertsOf(userId: string): Promise<Alert[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :user AND sk BETWEEN :closed AND :open",
    ExpressionAttributeValues: { ":user": userId, ":closed": "closed#", ":open": "open#~" },
    ConsistentRead: true,
  });
  return items.map((item) => Alert.parse(item));
}
