import type { Activity, ActivityEntry } from "#shared/activity/activity.ts";
import type { ReportedActivity } from "#shared/activity/device.ts";
import { DAY } from "#shared/instant.ts";

/** What lay in an outbox longer than this is dated as if it had not. */
const OLDEST = 30 * DAY;

/**
 * A computer's report as it is kept: dated by the server's clock, from how long before sending each thing
 * happened; what is in one report twice is taken once.
 */
export function activitiesOf(
  source: Pick<Activity, "userId" | "computerName">,
  report: { sentAt: string; entries: ReportedActivity[] },
  now: Date,
): Activity[] {
  const byId = new Map(report.entries.map((entry) => [entry.id, entry]));
  return [...byId.values()].map(({ id, type, status, title, at }) => {
    const ago = Math.min(Math.max(Date.parse(report.sentAt) - Date.parse(at), 0), OLDEST);
    const createdAt = new Date(now.getTime() - ago).toISOString();
    return { ...source, id, type, status, title: title ?? null, createdAt };
  });
}

/** The number that Your Video Count rises by. */
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
