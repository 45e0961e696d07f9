import type { ReactElement } from "react";
import { cx } from "./cx.ts";

export function Mark({ className = "size-6" }: { className?: string }): ReactElement {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={className}>
      <path
        d="M2.5 5h19M2.5 10h19M2.5 15h9M2.5 20h7"
        stroke="currentColor"
        strokeWidth="2.3"
        strokeLinecap="round"
      />
      <path
        d="M14.2 14.1v7.2l6.8-3.6z"
        className="fill-signal stroke-signal"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Logo({ name, className }: { name: string; className?: string }): ReactElement {
  return (
    <span
      className={cx(
        "flex items-center gap-2.5 text-[1.0625rem] font-semibold tracking-[-0.015em]",
        className,
      )}
    >
      <Mark />
      {name}
    </span>
  );
}
