import * as z from "zod/mini";
import { Instant } from "../instant.ts";

/** What the desktop application tells of its work. */
export const ACTIVITY_TYPES = ["video_created", "video_published", "error"] as const;

export const ActivityStatus = z.enum(["success", "error"]);

/** One line of Recent Activity, with the computer that it happened on. */
export const ActivityEntry = z.object({
  id: z.string(),
  activity_type: z.enum(ACTIVITY_TYPES),
  /** When it happened, by the server's clock. */
  created_at: Instant,
  status: ActivityStatus,
  /** The article or video in the user's words; to be shown as text. */
  title: z.nullable(z.string()),
  computer_name: z.nullable(z.string()),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

/** The same as it is kept. */
export const Activity = z.object({
  userId: z.string(),
  id: z.string(),
  type: z.enum(ACTIVITY_TYPES),
  status: ActivityStatus,
  title: z.nullable(z.string()),
  computerName: z.nullable(z.string()),
  createdAt: Instant,
});
export type Activity = z.output<typeof Activity>;
