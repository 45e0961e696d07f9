import type { Tone } from "./toast.ts";

/** Repeats the color's meaning with an icon. */
export const MARKS: Record<Tone, { icon: "check" | "alert" | "info"; color: string }> = {
  neutral: { icon: "info", color: "text-quiet" },
  good: { icon: "check", color: "text-good-ink" },
  warn: { icon: "alert", color: "text-warn-ink" },
  bad: { icon: "alert", color: "text-bad-ink" },
};
