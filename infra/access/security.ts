import type { AccessOf } from "./row.ts";

export const SECURITY_ACCESS = {
  "security/listAlerts": {
    tables: {
      Directory: ["GetItem"],
      "Directory/bySeen": ["Query"],
      "Directory/shelfBySeen": ["Query"],
      Insights: ["BatchGetItem"],
      Users: ["BatchGetItem"],
    },
  },
  "security/observe": {
    tables: {
      "Directory/byName": ["Query"],
      Alerts: ["GetItem", "Query", "PutItem"],
      Grants: ["GetItem", "UpdateItem"],
      Users: ["GetItem", "Query", "PutItem", "UpdateItem"],
    },
    mailboxes: true,
    sends: ["mail"],
    receives: "security",
    deniedNetworks: true,
  },
  "security/resolveAlert": {
    tables: {
      Directory: ["GetItem"],
      Alerts: ["GetItem", "Query", "PutItem", "DeleteItem"],
      Audit: ["PutItem"],
    },
  },
} as const satisfies AccessOf<"security">;
