import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";

export function Card({ className, children }: { className?: string; children: ReactNode }): ReactElement {
  return <div className={cx("rounded-card border border-line bg-surface", className)}>{children}</div>;
}

export function CardTitle({
  className,
  children,
}: {
  className?: string;
  children: ReactNode;
}): ReactElement {
  return <h2 className={cx("text-[1.0625rem] leading-6", className)}>{children}</h2>;
}
