import type { ReactElement } from "react";
import { cx } from "../../ui/cx.ts";

const FILL = { good: "stroke-good", warn: "stroke-warn", bad: "stroke-bad" } as const;
const TEXT = { good: "", warn: "text-warn-ink", bad: "text-bad-ink" } as const;
const WORD = { good: "", warn: "near the limit", bad: "at the limit" } as const;

export function swapTone(today: number, most: number): "good" | "warn" | "bad" {
  if (today >= most) return "bad";
  return today >= most * 0.8 ? "warn" : "good";
}

/** Why a key can have had more computers than swaps. */
export const SWAP_RULE =
  "If the application itself freed the seat, a new computer counts as a swap only if it activates less than a day after the previous computer did.";

/** Today's swaps and the daily maximum, as a bar and as text, so that color is not the only cue. */
export function SwapMeter({ today, most }: { today: number; most: number }): ReactElement {
  const tone = swapTone(today, most);
  const part = Math.min(today / most, 1);
  return (
    <span
      className={cx("figures inline-flex items-center gap-2", TEXT[tone])}
      title={WORD[tone] || undefined}
    >
      <svg aria-hidden="true" viewBox="0 0 44 6" className="h-1.5 w-11 max-sm:hidden">
        <path d="M2 3h40" className="stroke-line" strokeWidth="4" strokeLinecap="round" />
        {part > 0 && (
          <path d={`M2 3h${40 * part}`} className={FILL[tone]} strokeWidth="4" strokeLinecap="round" />
        )}
      </svg>
      {today} of {most}
      {WORD[tone] !== "" && <span className="sr-only"> {WORD[tone]}</span>}
    </span>
  );
}
