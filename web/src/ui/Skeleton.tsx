import type { ReactElement } from "react";
import { cx } from "./cx.ts";

export function Skeleton({ className }: { className: string }): ReactElement {
  return <span aria-hidden="true" className={cx("block animate-pulse rounded-small bg-raised", className)} />;
}

/** Announces the placeholders to screen readers. */
export function Loading(): ReactElement {
  return (
    <p role="status" className="sr-only">
      Loading...
    </p>
  );
}
