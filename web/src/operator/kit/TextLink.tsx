import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";
import { cx } from "../../ui/cx.ts";

type TextLinkProps = { to: string; title?: string; className?: string; children: ReactNode };

export function TextLink({ to, title, className, children }: TextLinkProps): ReactElement {
  return (
    <Link
      to={to}
      title={title}
      className={cx("rounded-small font-medium text-signal-ink hover:underline", className)}
    >
      {children}
    </Link>
  );
}
