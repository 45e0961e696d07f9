import type { AccessOf } from "./grants.ts";

export const STATUS_ACCESS = {
  "status/getBoard": { tables: { Insights: ["GetItem"] } },
  "status/getFeed": { tables: { Insights: ["Query"] } },
  "status/getHistory": { tables: { Insights: ["Query"] } },
  "status/getStatus": { tables: { Insights: ["GetItem"] } },
  "status/saveBoard": { tables: { Insights: ["GetItem", "PutItem"], Audit: ["PutItem"] } },
} as const satisfies AccessOf<"status">;
