import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import type { Tone } from "./toast.ts";

const TONES: Record<Tone, string> = {
  neutral: "border-line bg-raised text-ink",
  good: "border-good/40 bg-good-soft text-good-ink",
  warn: "border-warn/50 bg-warn-soft text-warn-ink",
  bad: "border-bad/40 bg-bad-soft text-bad-ink",
};
const ICONS = { neutral: "info", good: "check", warn: "alert", bad: "alert" } as const;

type BannerProps = { tone: Tone; title?: string; className?: string; children?: ReactNode };

/** Screen readers announce bad news immediately. */
export function Banner({ tone, title, className, children }: BannerProps): ReactElement {
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={cx("flex gap-3 rounded-card border p-3.5 text-sm", TONES[tone], className)}
    >
      <Icon name={ICONS[tone]} className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <div className="contents">{children}</div>
      </div>
    </div>
  );
}
