import { type ReactElement, type ReactNode, useEffect } from "react";
import { cx } from "../../ui/cx.ts";
import { listKey } from "./listKeys.ts";

type ListPageProps = { toolbar?: ReactNode; panel?: ReactNode; children: ReactNode; lead?: ReactNode };

/** A list, its toolbar and its side panel. Keys: `j` and `k` move through the rows, `/` goes to the search. */
export function ListPage({ toolbar, panel, lead, children }: ListPageProps): ReactElement {
  useEffect(() => {
    document.addEventListener("keydown", listKey);
    return () => document.removeEventListener("keydown", listKey);
  }, []);
  const open = panel !== undefined && panel !== null && panel !== false;
  return (
    <div className={cx(open && "xl:pr-92")}>
      {lead}
      {toolbar !== undefined && (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">{toolbar}</div>
      )}
      <div className="rounded-card border border-line bg-surface pt-1">{children}</div>
      {panel}
    </div>
  );
}
