import type { AccessOf } from "./row.ts";

export const DIAGNOSTICS_ACCESS = {
  "diagnostics/logClientErrors": {},
  "diagnostics/probe": { tables: { Insights: { actions: ["UpdateItem"], leadingKeys: ["status"] } } },
} as const satisfies AccessOf<"diagnostics">;
