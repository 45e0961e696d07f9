import type { ServiceState } from "#shared/status/service.ts";

/** The overall state: that of the worst service. */
export const OVERALL_WORDS: Readonly<Record<ServiceState, string>> = {
  green: "All systems operational",
  yellow: "Some systems degraded",
  red: "Some systems are out",
};

export const STATE_DOTS: Readonly<Record<ServiceState, string>> = {
  green: "bg-good",
  yellow: "bg-warn",
  red: "bg-bad",
};
