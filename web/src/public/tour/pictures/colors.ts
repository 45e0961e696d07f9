export const INK = "var(--ink)";
export const QUIET = "var(--quiet)";
export const SURFACE = "var(--surface)";
export const LINE = "var(--line)";
export const EDGE = "var(--edge)";
export const SIGNAL = "var(--signal)";
export const SOFT = "var(--signal-soft)";
export const GOOD = "var(--good)";
