import * as z from "zod/mini";
import { BRAKE } from "#shared/brake.ts";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { Audience, type Mailing } from "#shared/mail/mailing.ts";
import { IncidentHead } from "#shared/status/incident.ts";
import { getItem, type Item, queryItems, updateItem, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import type { NewMailing, OngoingMailing } from "./rules.ts";

/**
 * One row in Insights per mailing about an incident: `pk` "mailings", `sk` the id, which starts with the time. Rows
 * expire after 120 days. The back office lists incidents of the last 90 days.
 */
const TABLE = () => env("TABLE_INSIGHTS");
const PARTITION = "mailings";
const key = (id: string) => ({ pk: PARTITION, sk: id });
const KEEP_FOR = 120 * DAY;
/** More mailings within 120 days are unlikely. */
const SHOWN = 200;

const Row = z.object({
  id: z.string(),
  audience: Audience,
  operator: z.string(),
  action: z.enum(["status/openIncident", "status/updateIncident"]),
  incident: z.pick(IncidentHead, { id: true, title: true, state: true, services: true }),
  message: z.string(),
  at: Instant,
  place: z.nullable(z.string()),
  recipients: z.number(),
  finishedAt: z.nullable(Instant),
  stopped: z._default(z.boolean(), false),
});

export function createMailing(mailing: NewMailing): Write {
  const row: OngoingMailing = { ...mailing, place: null, recipients: 0, finishedAt: null, stopped: false };
  const expiresAtEpoch = Math.floor((Date.parse(mailing.at) + KEEP_FOR) / SECOND);
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...key(mailing.id), ...row, expiresAtEpoch },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

export async function findMailing(id: string): Promise<OngoingMailing | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(id) });
  return item && Row.parse(item);
}

type Progress = Pick<OngoingMailing, "place" | "recipients" | "finishedAt"> & { stopped?: boolean };

/** @throws WriteConflict if another turn or an operator's stop was written first */
export async function keepProgress(before: OngoingMailing, progress: Progress): Promise<void> {
  await updateItem(progressUpdate(before, progress));
}

export const progressWrite = (before: OngoingMailing, progress: Progress): Write => ({
  Update: progressUpdate(before, progress),
});

const progressUpdate = (
  before: OngoingMailing,
  { place, recipients, finishedAt, stopped = false }: Progress,
) => ({
  TableName: TABLE(),
  Key: key(before.id),
  UpdateExpression:
    "SET place = :place, recipients = :recipients, finishedAt = :finished, stopped = :stopped",
  ConditionExpression: "place = :before AND finishedAt = :unfinished",
  ExpressionAttributeValues: {
    ":place": place,
    ":recipients": recipients,
    ":finished": finishedAt,
    ":stopped": stopped,
    ":before": before.place,
    ":unfinished": null,
  },
});

export async function listMailings(): Promise<Mailing[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": PARTITION },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: SHOWN,
  });
  return items.map(toMailing);
}

function toMailing(item: Item): Mailing {
  const { id, incident, at, audience, recipients, finishedAt, stopped } = Row.parse(item);
  return {
    id,
    incident_id: incident.id,
    update_at: at,
    audience,
    recipients,
    starts_at: new Date(Date.parse(at) + BRAKE.delay).toISOString(),
    finished_at: finishedAt,
    stopped,
  };
}

/** A row in Insights (`pk` "resolved#<incident>"). If it exists, waiting mail about an earlier state is dropped. */
const resolved = (incidentId: string) => ({ pk: `resolved#${incidentId}`, sk: "incident" });

export const markResolved = (incidentId: string, at: Instant): Write => ({
  Put: {
    TableName: TABLE(),
    Item: { ...resolved(incidentId), expiresAtEpoch: Math.floor((Date.parse(at) + KEEP_FOR) / SECOND) },
  },
});

export const isResolved = async (incidentId: string): Promise<boolean> =>
  (await getItem({ TableName: TABLE(), Key: resolved(incidentId) })) !== undefined;
