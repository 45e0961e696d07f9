import type { ReactElement, ReactNode } from "react";
import { cx } from "../../ui/cx.ts";

type HeadProps = {
  /** Aligns the heading to the right, for figures. */
  end?: boolean;
  /** Hides the column on phones. */
  wide?: boolean;
  children: ReactNode;
};

/** A column's heading in a table of figures. */
export function Head({ end = false, wide = false, children }: HeadProps): ReactElement {
  return (
    <th
      scope="col"
      className={cx("py-1.5 font-medium", end ? "pl-3 text-right" : "text-left", wide && "max-sm:hidden")}
    >
      {children}
    </th>
  );
}
