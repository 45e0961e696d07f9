import type { ReactElement } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { buttonClass } from "../../ui/Button.tsx";
import { count } from "../../ui/format.ts";
import { pageOf, withPage } from "./address.ts";

type PagerProps = {
  shown: number;
  size: number;
  total: number | null;
  next: string | null;
  list?: string;
  label?: string;
};

/** Cursors only move forward, so earlier ones are kept in the history's state. */
type Trail = readonly (string | null)[];

export function Pager({ shown, size, total, next, list = "", label = "Pages" }: PagerProps): ReactElement {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const page = pageOf(params, list);
  const trail: Trail = Array.isArray(state?.[`${list}trail`]) ? state[`${list}trail`] : [];
  const first = (page - 1) * size + 1;
  const range = shown === 0 ? "None" : `${count(first)}–${count(first + shown - 1)}`;
  const back = page === 2 ? null : trail.at(-1);
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-sm text-quiet">
      <p role="status" className="figures">
        {range}
        {total !== null && shown > 0 && ` of ${count(total)}`}
      </p>
      <nav aria-label={label} className="flex gap-1.5">
        {page > 1 && back === undefined && <Step to={withPage(params, 1, null, list)}>First</Step>}
        {page > 1 && back !== undefined && (
          <Step to={withPage(params, page - 1, back, list)} list={list} trail={trail.slice(0, -1)}>
            Previous
          </Step>
        )}
        {next !== null && (
          <Step
            to={withPage(params, page + 1, next, list)}
            list={list}
            trail={[...trail, params.get(`${list}cursor`)]}
          >
            Next
          </Step>
        )}
      </nav>
    </div>
  );
}

function Step({
  to,
  trail = [],
  list = "",
  children,
}: {
  to: URLSearchParams;
  trail?: Trail;
  list?: string;
  children: string;
}): ReactElement {
  return (
    <Link
      to={{ search: to.toString() }}
      state={{ [`${list}trail`]: trail }}
      className={buttonClass("secondary", "small")}
    >
      {children}
    </Link>
  );
}
