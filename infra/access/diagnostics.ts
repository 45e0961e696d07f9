import type { AccessOf } from "./grants.ts";

export const DIAGNOSTICS_ACCESS = {
  "diagnostics/logClientErrors": {},
  "diagnostics/probe": {},
} as const satisfies AccessOf<"diagnostics">;
