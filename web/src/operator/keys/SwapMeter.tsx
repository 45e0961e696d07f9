import type { ReactElement } from "react";
import { cx } from "../../ui/cx.ts";
import { swapTone } from "./swaps.ts";

const FILL = { good: "stroke-good", warn: "stroke-warn", bad: "stroke-bad" } as const;
const TEXT = { good: "", warn: "text-warn-ink", bad: "text-bad-ink" } as const;
const WORD = { good: "", warn: "near the limit", bad: "at the limit" } as const;

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
