import type { AccessOf } from "./row.ts";

export const ACTIVITY_ACCESS = {
  "activity/getActivityLogs": { tables: { "Activity/byTime": ["Query"] } },
  "activity/getVideoCount": { tables: { Activity: ["GetItem"] } },
  "activity/report": {
    tables: { Seats: ["GetItem"], Activity: ["GetItem", "PutItem", "UpdateItem"], Limits: ["UpdateItem"] },
    leases: "signs",
    sends: ["security"],
  },
} as const satisfies AccessOf<"activity">;
