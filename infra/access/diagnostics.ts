import type { AccessOf } from "./grants.ts";

export const DIAGNOSTICS_ACCESS = {
  "diagnostics/logClientErrors": {},
  "diagnostics/probe": { tables: { Insights: { actions: ["UpdateItem"], leadingKeys: ["status"] } } },
} as const satisfies AccessOf<"diagnostics">;
