import type { ReactElement } from "react";
import { cx } from "./cx.ts";

/** Takes the place of what is still on its way, in its size. */
export function Skeleton({ className }: { className: string }): ReactElement {
  return <span aria-hidden="true" className={cx("block animate-pulse rounded-small bg-raised", className)} />;
}

/** Says to a screen reader what skeletons show. */
export function Loading(): ReactElement {
  return (
    <p role="status" className="sr-only">
      Loading...
    </p>
  );
}
