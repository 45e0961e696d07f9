import type { ServiceState } from "#shared/status/service.ts";

/** Keyed by the worst service's state. */
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
