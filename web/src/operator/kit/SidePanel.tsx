import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { isComposing } from "../../ui/composing.ts";
import { Icon } from "../../ui/Icon.tsx";
import { withParam } from "./address.ts";

type SidePanelProps = { id: string; title: ReactNode; actions?: ReactNode; children: ReactNode };

/** The open row's details. Escape closes the panel and returns the focus to the row. */
export function SidePanel({ id, title, actions, children }: SidePanelProps): ReactElement {
  const [, setParams] = useSearchParams();
  const box = useRef<HTMLElement>(null);
  const heading = useId();
  const close = (): void => {
    setParams((before) => withParam(before, "open", null), { preventScrollReset: true });
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();
  };
  const latest = useRef(close);
  latest.current = close;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row opens another panel, which takes the focus
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !isComposing(event) && document.querySelector("dialog[open]") === null)
        latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [id]);

  return (
    <aside
      ref={box}
      tabIndex={-1}
      aria-labelledby={heading}
      data-panel=""
      className="fixed inset-y-0 right-0 z-30 flex w-full animate-enter flex-col border-l border-line bg-surface shadow-float outline-none sm:w-96"
    >
      <div className="flex items-start gap-3 border-b border-line px-5 py-3.5">
        <h2 id={heading} className="min-w-0 flex-1 pt-1 text-base leading-6 wrap-anywhere">
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close details"
          onClick={close}
          className="-mr-2 grid size-9 shrink-0 place-items-center rounded-control text-quiet hover:bg-raised hover:text-ink"
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="flex-1 overflow-y-auto px-5 py-4">{children}</div>
      {actions !== undefined && (
        <div className="flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3.5">{actions}</div>
      )}
    </aside>
  );
}

type Fact = { name: string; value: ReactNode };

export function Facts({ facts }: { facts: readonly Fact[] }): ReactElement {
  return (
    <dl className="divide-y divide-line text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex gap-4 py-2">
          <dt className="w-24 shrink-0 text-quiet sm:w-32">{name}</dt>
          <dd className="min-w-0 flex-1 wrap-anywhere">{value ?? "—"}</dd>
        </div>
      ))}
    </dl>
  );
}
