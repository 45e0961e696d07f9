import type { ReactElement } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import { MARKS } from "./marks.ts";
import { dismissToast, useToasts } from "./toast.ts";

/**
 * Always rendered, because screen readers announce only changes in an existing live region. Keeps away from the buttons
 * of dialogs and panels, which are at the right or, on phones, at the bottom. Lets clicks through.
 */
export function Toaster(): ReactElement {
  const messages = useToasts();
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 top-14 z-50 p-4 sm:top-auto sm:right-auto sm:bottom-0 sm:p-6 lg:left-(--rail)"
    >
      <ol aria-live="polite" aria-relevant="additions" className="flex flex-col gap-2 sm:w-88">
        {messages.map(({ id, text, tone }) => (
          <li
            key={id}
            className="flex animate-enter items-start gap-3 rounded-card border border-line bg-surface p-3 pl-4 text-sm shadow-float"
          >
            <Icon name={MARKS[tone].icon} className={cx("mt-0.5 size-4 shrink-0", MARKS[tone].color)} />
            <p className="flex-1">{text}</p>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => dismissToast(id)}
              className="pointer-events-auto -my-0.5 grid size-6 shrink-0 place-items-center rounded-small text-quiet hover:bg-raised hover:text-ink"
            >
              <Icon name="close" className="size-3.5" />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
