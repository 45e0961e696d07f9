import type { ServiceState } from "#shared/status/service.ts";

/** Keyed by the worst state of the services and of this site. */
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

/** A circle, a diamond and a square, so that color is not the only cue. */
const SHAPES: Readonly<Record<ServiceState, string>> = {
  green: "rounded-full",
  yellow: "rotate-45 scale-90 rounded-[1px]",
  red: "rounded-[1px]",
};

export const markOf = (state: ServiceState | null): string =>
  `inline-block shrink-0 ${state ? `${SHAPES[state]} ${STATE_DOTS[state]}` : "rounded-full bg-edge"}`;
