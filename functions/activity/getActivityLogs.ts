import { getActivityLogs } from "#shared/activity/customer.ts";
import { http } from "../http/index.ts";
import { toEntry } from "./rules.ts";
import { listActivity } from "./table.ts";

export const handler = http(getActivityLogs)(async ({ input, caller }) => {
  const { activities, next } = await listActivity(caller.userId, input.cursor);
  return { logs: activities.map(toEntry), next };
});
