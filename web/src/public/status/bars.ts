import { HISTORY_DAYS, type ServiceState } from "#shared/status/service.ts";

export type DayState = ServiceState | "none";

const STEP = 8;
/** Degraded days and outages have shorter bars, so that color is not the only cue. */
const HEIGHTS: Readonly<Record<DayState, number>> = { none: 4, green: 24, yellow: 18, red: 12 };

export const VIEW_BOX = `0 0 ${HISTORY_DAYS * STEP - 2} 28`;

export const barAt = (state: DayState, at: number): string =>
  `M${at * STEP} 28v-${HEIGHTS[state]}h6v${HEIGHTS[state]}z`;
/** The bars before the first answer, as high as those of operational days. */
export const NO_DAYS = Array.from({ length: HISTORY_DAYS }, (_, at) => barAt("green", at)).join("");
