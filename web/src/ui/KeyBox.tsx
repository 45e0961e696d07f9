import type { ReactElement } from "react";
import { CopyButton } from "./CopyButton.tsx";
import { cx } from "./cx.ts";

/** A key in groups, selectable as a whole, with a copy button. Narrow screens wrap between groups. */
export function KeyBox({
  value,
  label,
  className,
}: {
  value: string;
  label: string;
  className?: string;
}): ReactElement {
  const groups = value.split("-");
  return (
    <div
      className={cx(
        "flex max-w-full items-center justify-between gap-2 rounded-control border border-line bg-raised py-1.5 pr-2 pl-3.5 sm:inline-flex",
        className,
      )}
    >
      <code className="min-w-0 py-1 font-mono text-[0.9375rem] leading-6 tracking-[0.01em] select-all sm:text-base">
        {groups.map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one key never move
          <span key={at} className="inline-block">
            <span>{group}</span>
            {at < groups.length - 1 && <span className="text-faint">-</span>}
          </span>
        ))}
      </code>
      <CopyButton text={value} label={label} className="shrink-0" />
    </div>
  );
}
