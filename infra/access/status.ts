import type { AccessOf } from "./row.ts";

export const STATUS_ACCESS = {
  "status/getBoard": { tables: { Insights: ["GetItem"] } },
  "status/getFeed": { tables: { Insights: ["Query"] } },
  "status/getHistory": { tables: { Insights: ["Query"] } },
  "status/getStatus": { tables: { Insights: ["BatchGetItem"] } },
  "status/linkPostmortem": {
    tables: { Insights: ["GetItem", "UpdateItem"], Audit: ["PutItem"] },
  },
  "status/openIncident": {
    tables: { Insights: ["GetItem", "PutItem"], Audit: ["PutItem"] },
    sends: ["mail"],
  },
  "status/saveBoard": { tables: { Insights: ["GetItem", "PutItem"], Audit: ["PutItem"] } },
  "status/updateIncident": {
    tables: { Insights: ["GetItem", "PutItem", "UpdateItem"], Audit: ["PutItem"] },
    sends: ["mail"],
  },
} as const satisfies AccessOf<"status">;
