import * as z from "zod/mini";
import { Activity } from "#shared/activity/activity.ts";
import type { Instant } from "#shared/instant.ts";
import { readCursor, writeCursor } from "../platform/cursor.ts";
import {
  deleteItem,
  eachItem,
  getItem,
  type Item,
  queryItems,
  retryOnConflict,
  transact,
  type Write,
} from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { videosIn } from "./rules.ts";

/**
 * Activity: `pk` is the user. An entry's `sk` is "entry#" and the id from the client, so that a repeated report counts
 * once. The row with `sk` "counts" has the number of videos. The index `byTime` lists a user's entries by time.
 */
const TABLE = () => env("TABLE_ACTIVITY");
const COUNTS = "counts";
const entryKey = ({ userId, id }: Activity) => ({ pk: userId, sk: `entry#${id}` });
const BY_TIME = "byTime";
const PAGE = 25;

const Counts = z.object({ videos: z.number() });
const Position = z.object({ pk: z.string(), sk: z.string(), userId: z.string(), createdAt: z.string() });

export async function countVideos(userId: string): Promise<number> {
  const item = await getItem({ TableName: TABLE(), Key: { pk: userId, sk: COUNTS } });
  return item ? Counts.parse(item).videos : 0;
}

export async function countVideosSince(userId: string, since: Instant): Promise<number> {
  const later = eachItem({
    TableName: TABLE(),
    IndexName: BY_TIME,
    KeyConditionExpression: "userId = :user AND createdAt >= :since",
    ExpressionAttributeValues: { ":user": userId, ":since": since },
  });
  let count = 0;
  for await (const item of later) count += videosIn([Activity.parse(item)]);
  return count;
}

/** @throws NOT_FOUND if the cursor is broken or belongs to another user */
export async function listActivity(
  userId: string,
  cursor: string | undefined,
  limit = PAGE,
): Promise<{ activities: Activity[]; next: string | null }> {
  const isInList = (position: Item) => position.userId === userId && position.pk === userId;
  const { items, lastKey } = await queryItems({
    TableName: TABLE(),
    IndexName: BY_TIME,
    KeyConditionExpression: "userId = :user",
    ExpressionAttributeValues: { ":user": userId },
    ScanIndexForward: false,
    Limit: limit,
    ...(cursor === undefined ? {} : { ExclusiveStartKey: readCursor(cursor, Position, isInList) }),
  });
  return { activities: items.map((item) => Activity.parse(item)), next: writeCursor(lastKey) };
}

/** Reads stored entries only after a conflict. @returns the number of new entries */
export async function recordActivities(userId: string, activities: Activity[]): Promise<number> {
  let candidates = activities;
  return retryOnConflict(async (isFirst) => {
    if (!isFirst) candidates = await unknownOf(candidates);
    if (candidates.length > 0)
      await transact([...candidates.map(createActivity), ...count(userId, candidates)]);
    return candidates.length;
  });
}

async function unknownOf(activities: Activity[]): Promise<Activity[]> {
  const rows = await Promise.all(
    activities.map((activity) => getItem({ TableName: TABLE(), Key: entryKey(activity) })),
  );
  return activities.filter((_, index) => rows[index] === undefined);
}

function createActivity(activity: Activity): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...entryKey(activity), ...activity },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

function count(userId: string, activities: Activity[]): Write[] {
  const videos = videosIn(activities);
  if (videos === 0) return [];
  return [
    {
      Update: {
        TableName: TABLE(),
        Key: { pk: userId, sk: COUNTS },
        UpdateExpression: "ADD videos :videos",
        ExpressionAttributeValues: { ":videos": videos },
      },
    },
  ];
}

export async function deleteActivities(userId: string): Promise<void> {
  const theirs = eachItem({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :user",
    ExpressionAttributeValues: { ":user": userId },
  });
  for await (const { pk, sk } of theirs) await deleteItem({ TableName: TABLE(), Key: { pk, sk } });
}
