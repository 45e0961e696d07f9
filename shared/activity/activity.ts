import * as z from "zod/mini";
import { Instant } from "../instant.ts";

export const ACTIVITY_TYPES = ["video_created", "video_published", "error"] as const;

export const ActivityStatus = z.enum(["success", "error"]);

/** One line of Recent Activity, with the computer where it happened. */
export const ActivityEntry = z.object({
  id: z.string(),
  activity_type: z.enum(ACTIVITY_TYPES),
  /** By the server's clock. */
  created_at: Instant,
  status: ActivityStatus,
  /** The title of the article or video, as the user wrote it. Show it as text, never as HTML. */
  title: z.nullable(z.string()),
  computer_name: z.nullable(z.string()),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

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
