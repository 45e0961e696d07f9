import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { ActivityEntry } from "./activity.ts";

/** Lists the activity of the caller's computers, newest first, 25 entries at a time. */
export const getActivityLogs = endpoint({
  method: "GET",
  path: "/api/getActivityLogs",
  audience: "customer",
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(2048))) }),
  output: z.object({ logs: z.array(ActivityEntry), next: z.nullable(z.string()) }),
});

/** Counts the videos that the caller's computers have made, each once. */
export const getVideoCount = endpoint({
  method: "GET",
  path: "/api/getVideoCount",
  audience: "customer",
  input: z.object({}),
  output: z.object({ videoCount: z.number() }),
});
