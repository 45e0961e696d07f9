import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";
import type { Tone } from "./toast.ts";

const TONES: Record<Tone, string> = {
  neutral: "bg-raised text-quiet",
  good: "bg-good-soft text-good-ink",
  warn: "bg-warn-soft text-warn-ink",
  bad: "bg-bad-soft text-bad-ink",
};

type ChipProps = { tone?: Tone; dot?: boolean; className?: string; children: ReactNode };

export function Chip({ tone = "neutral", dot = false, className, children }: ChipProps): ReactElement {
  return (
    <span
      className={cx(
        "inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {dot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      <span className="contents">{children}</span>
    </span>
  );
}
