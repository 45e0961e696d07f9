import type { Activity, ActivityEntry } from "#shared/activity/activity.ts";
import type { ReportedActivity } from "#shared/activity/device.ts";
import { DAY } from "#shared/instant.ts";

/** Entries that waited longer on the computer get this age. */
const MAX_AGE = 30 * DAY;

/** Subtracts each entry's age from the server's time, because the computer's clock may be wrong. */
export function activitiesOf(
  source: Pick<Activity, "userId" | "computerName">,
  report: { sentAt: string; entries: ReportedActivity[] },
  now: Date,
): Activity[] {
  const byId = new Map(report.entries.map((entry) => [entry.id, entry]));
  return [...byId.values()].map(({ id, type, status, title, at }) => {
    const ago = Math.min(Math.max(Date.parse(report.sentAt) - Date.parse(at), 0), MAX_AGE);
    const createdAt = new Date(now.getTime() - ago).toISOString();
    return { ...source, id, type, status, title: title ?? null, createdAt };
  });
}

export function videosIn(activities: Activity[]): number {
  return activities.filter(({ type, status }) => type === "video_created" && status === "success").length;
}

export function toEntry(activity: Activity): ActivityEntry {
  return {
    id: activity.id,
    activity_type: activity.type,
    created_at: activity.createdAt,
    status: activity.status,
    title: activity.title,
    computer_name: activity.computerName,
  };
}
