import type { InputHTMLAttributes, ReactElement } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { cx } from "../../ui/cx.ts";
import { withFilter } from "./address.ts";

export function DateInput(props: InputHTMLAttributes<HTMLInputElement>): ReactElement {
  return (
    <input
      {...props}
      type="date"
      className="h-8 rounded-control border border-edge bg-surface px-2 text-sm focus:outline-2 focus:-outline-offset-1 focus:outline-ink pointer-coarse:h-10"
    />
  );
}

type Choice = { value: string; label: string };
type FilterProps = {
  name: string;
  label: string;
  choices: readonly Choice[];
  all?: string;
  list?: string;
  /** Other parameters of the same filter; a choice removes them. */
  replaces?: readonly string[];
  /** Marks no choice. For views that another parameter decides. */
  unmarked?: boolean;
};

export function FilterChips(props: FilterProps): ReactElement {
  const { name, label, choices, all = "All", list = "", replaces = [], unmarked = false } = props;
  const [params] = useSearchParams();
  const chosen = params.get(list + name) ?? "";
  const rest = new URLSearchParams([...params].filter(([other]) => !replaces.includes(other)));
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1">
      {[{ value: "", label: all }, ...choices].map((choice) => {
        const current = !unmarked && choice.value === chosen;
        return (
          <Link
            key={choice.value}
            to={{ search: withFilter(rest, name, choice.value, list).toString() }}
            aria-current={current ? "true" : undefined}
            preventScrollReset
            className={cx(
              "inline-flex h-7 items-center rounded-full border px-2.5 text-xs font-medium whitespace-nowrap transition-colors pointer-coarse:h-10 pointer-coarse:px-3.5",
              current
                ? "border-ink bg-ink text-paper"
                : "border-line text-quiet hover:border-edge hover:text-ink",
            )}
          >
            {choice.label}
          </Link>
        );
      })}
    </nav>
  );
}
