import { type ReactElement, useState } from "react";
import { cx } from "../../ui/cx.ts";
import { ticks } from "./sparkline.ts";

type Bar = { name: string; value: number };
type BarChartProps = {
  label: string;
  bars: readonly Bar[];
  show: (value: number) => string;
  axis: (value: number) => string;
};

/** How many names fit below the bars. */
const NAMES = 5;

/** Bars from zero, with the last bar highlighted. Hover and focus show a bar's value, and a table lists all values. */
export function BarChart({ label, bars, show, axis }: BarChartProps): ReactElement {
  const [at, setAt] = useState<number | null>(null);
  const steps = ticks(Math.max(0, ...bars.map(({ value }) => value)));
  const most = steps.at(-1) ?? 1;
  const every = Math.max(1, Math.ceil(bars.length / NAMES));
  const named = (index: number): boolean => (bars.length - 1 - index) % every === 0;
  /** Whether a phone hides the name, so that names do not overlap. */
  const roomy = (index: number): boolean => ((bars.length - 1 - index) / every) % 2 === 1;
  const chosen = at === null ? undefined : bars[at];

  return (
    <figure className="@container mt-1">
      <p aria-live="polite" className="figures h-5 text-right text-xs text-quiet">
        {chosen !== undefined && (
          <>
            {chosen.name}: <span className="font-medium text-ink">{show(chosen.value)}</span>
          </>
        )}
      </p>
      <div className="relative mt-3 h-52 pb-6 pl-14">
        <div aria-hidden="true" className="absolute inset-x-0 top-0 bottom-6">
          {steps.map((step) => (
            <div
              key={step}
              className="absolute inset-x-0 flex items-center"
              style={{ bottom: `${(100 * step) / most}%` }}
            >
              <span className="figures absolute w-13 text-right text-xs whitespace-nowrap text-quiet">
                {axis(step)}
              </span>
              <span className="ml-14 h-px flex-1 bg-line" />
            </div>
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form, and this is a chart */}
        <div role="group" aria-label={label} className="relative flex h-full">
          {bars.map(({ name, value }, index) => (
            <button
              key={name}
              type="button"
              aria-label={`${name}: ${show(value)}`}
              onClick={() => setAt(index)}
              onPointerEnter={() => setAt(index)}
              onPointerLeave={() => setAt(null)}
              onFocus={() => setAt(index)}
              onBlur={() => setAt(null)}
              className="group relative flex h-full min-w-0 flex-1 items-end justify-center outline-offset-0!"
            >
              <span
                aria-hidden="true"
                style={{ height: `${(100 * Math.max(value, 0)) / most}%` }}
                className={cx(
                  "w-[64%] max-w-7 rounded-t-[3px] transition-colors",
                  index === bars.length - 1
                    ? "bg-signal"
                    : "bg-edge group-hover:bg-ink group-focus-visible:bg-ink",
                )}
              />
              {named(index) && (
                <span
                  aria-hidden="true"
                  className={cx(
                    "absolute top-full right-1/2 translate-x-1/2 pt-1 text-xs whitespace-nowrap text-quiet group-last:right-0 group-last:translate-x-0",
                    roomy(index) && "hidden @md:block",
                  )}
                >
                  {name}
                </span>
              )}
            </button>
          ))}
        </div>
      </div>
      <details className="mt-1 text-sm">
        <summary className="w-fit rounded-small text-xs text-quiet hover:text-ink">Show as a table</summary>
        <table aria-label={label} className="figures mt-2 w-full max-w-xs text-sm">
          <tbody>
            {bars.map(({ name, value }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-normal text-quiet">
                  {name}
                </th>
                <td className="py-1 text-right">{show(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
