import type { AccessOf } from "./grants.ts";

export const DIAGNOSTICS_ACCESS = {
  "diagnostics/logClientErrors": {},
} as const satisfies AccessOf<"diagnostics">;
