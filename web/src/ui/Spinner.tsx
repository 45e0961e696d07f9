import type { ReactElement } from "react";
import { cx } from "./cx.ts";

export function Spinner({ className = "size-4" }: { className?: string }): ReactElement {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className={cx("animate-spin", className)}>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.25" />
      <path d="M8 2a6 6 0 0 1 6 6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

export function PageSpinner({ label = "Loading..." }: { label?: string }): ReactElement {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center">
      <p className="flex items-center gap-3 text-sm text-quiet">
        <Spinner className="size-5" />
        {label}
      </p>
    </div>
  );
}
