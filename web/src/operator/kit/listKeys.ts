/** The list's keyboard shortcuts, off while the operator types or a dialog is open. */
export function listKey(event: KeyboardEvent): void {
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
