import { type ReactElement, type ReactNode, useEffect } from "react";
import { cx } from "../../ui/cx.ts";

type ListPageProps = { toolbar?: ReactNode; panel?: ReactNode; children: ReactNode; lead?: ReactNode };

/** A list, its toolbar and its side panel. Keys: `j` and `k` move through the rows, `/` goes to the search. */
export function ListPage({ toolbar, panel, lead, children }: ListPageProps): ReactElement {
  useEffect(() => {
    document.addEventListener("keydown", listKey);
    return () => document.removeEventListener("keydown", listKey);
  }, []);
  return (
    <div className={cx(Boolean(panel) && "xl:pr-92")}>
      {lead}
      {toolbar !== undefined && (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">{toolbar}</div>
      )}
      <div className="rounded-card border border-line bg-surface pt-1">{children}</div>
      {panel}
    </div>
  );
}

/** The list's keyboard shortcuts, off while the operator types or a dialog is open. */
function listKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (document.querySelector("dialog[open]") !== null) return;
  if (event.key === "/") {
    const search = document.querySelector<HTMLElement>("[data-search]");
    if (search === null) return;
    event.preventDefault();
    search.focus();
  }
  if (event.key !== "j" && event.key !== "k") return;
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row.matches(":focus"));
  const from =
    at >= 0 ? at : rows.findIndex((row) => row.closest("tr")?.getAttribute("aria-current") === "true");
  rows[nextRow(from, event.key === "j" ? 1 : -1, rows.length)]?.focus();
}

/** The next row in a direction, without wrapping; the first row if none was selected. */
export function nextRow(from: number, step: 1 | -1, rows: number): number {
  return from < 0 ? 0 : Math.min(Math.max(from + step, 0), rows - 1);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
