import type { ReactElement } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { count, utcDay } from "../../ui/format.ts";
import { pageOf, withPage } from "./address.ts";
import { ButtonLink } from "./ButtonLink.tsx";
import { SIZE } from "./query.ts";

export type PageEnd = {
  next: string | null;
  /** How many rows the filters match, if known. */
  total?: number | null;
  /** Set if a search stopped before its page was full: the time of the oldest entry that it has read. */
  searchedTo?: string | undefined;
};

type PagerProps = { shown: number; size?: number; page: PageEnd | null; list?: string; label?: string };

/** The cursors of earlier pages. A cursor only leads forward, so the history's state keeps them for Previous. */
type Trail = readonly (string | null)[];

export function Pager(props: PagerProps): ReactElement {
  const { shown, size = SIZE, list = "", label = "Pages" } = props;
  const { next = null, total = null, searchedTo } = props.page ?? {};
  const [params] = useSearchParams();
  const { state } = useLocation();
  const page = pageOf(params, list);
  const trail: Trail = Array.isArray(state?.[`${list}trail`]) ? state[`${list}trail`] : [];
  const first = (page - 1) * size + 1;
  const rows = `${count(first)}–${count(first + shown - 1)}${total === null ? "" : ` of ${count(total)}`}`;
  // Without a total, the row numbers of a later page are unknown, because an earlier page may have been short.
  const range = total === null && page > 1 ? `Page ${count(page)}` : rows;
  const back = page === 2 ? null : trail.at(-1);
  const step = (name: string, to: number, cursor: string | null, behind: Trail = []): ReactElement => (
    <ButtonLink
      to={{ search: withPage(params, to, cursor, list).toString() }}
      state={{ [`${list}trail`]: behind }}
    >
      {name}
    </ButtonLink>
  );
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-sm text-quiet">
      <p role="status" className="figures">
        {shown === 0 ? "None" : range}
        {searchedTo !== undefined && `. Searched back to ${utcDay(searchedTo)}.`}
      </p>
      <nav aria-label={label} className="flex gap-1.5">
        {page > 1 && back === undefined && step("First", 1, null)}
        {page > 1 && back !== undefined && step("Previous", page - 1, back, trail.slice(0, -1))}
        {next !== null &&
          step(searchedTo === undefined ? "Next" : "Search earlier entries", page + 1, next, [
            ...trail,
            params.get(`${list}cursor`),
          ])}
      </nav>
    </div>
  );
}
