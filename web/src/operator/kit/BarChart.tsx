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

/** Bars from zero, with the last bar highlighted. Hover, taps and arrow keys show a value; a table lists all. */
export function BarChart({ label, bars, show, axis }: BarChartProps): ReactElement {
  const [at, setAt] = useState<number | null>(null);
  const last = bars.length - 1;
  const steps = ticks(Math.max(0, ...bars.map(({ value }) => value)));
  const most = steps.at(-1) ?? 1;
  const every = Math.max(1, Math.ceil(bars.length / NAMES));
  const named = (index: number): boolean => (last - index) % every === 0;
  /** Whether a narrow chart hides the name, so that names do not overlap. */
  const roomy = (index: number): boolean => ((last - index) / every) % 2 === 1;
  const read = bars[at ?? last];

  return (
    <figure className="@container mt-1">
      <p className="figures h-5 text-right text-xs text-quiet">
        {at !== null && read !== undefined && (
          <>
            {read.name}: <span className="font-medium text-ink">{show(read.value)}</span>
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
        <div
          className="relative flex h-full outline-ink has-focus-visible:outline-2"
          onPointerLeave={({ pointerType }) => pointerType !== "touch" && setAt(null)}
        >
          {/* An invisible slider over the bars, for keyboards: arrow keys read the values. */}
          <input
            type="range"
            min={0}
            max={last}
            value={at ?? last}
            aria-label={label}
            aria-valuetext={read && `${read.name}: ${show(read.value)}`}
            onFocus={() => setAt(last)}
            onChange={(event) => setAt(event.target.valueAsNumber)}
            onBlur={() => setAt(null)}
            className="pointer-events-none absolute inset-0 opacity-0"
          />
          {bars.map(({ name, value }, index) => (
            <div
              key={name}
              onPointerEnter={() => setAt(index)}
              className="group relative flex h-full min-w-0 flex-1 items-end justify-center"
            >
              <span
                aria-hidden="true"
                style={{ height: `${(100 * Math.max(value, 0)) / most}%` }}
                className={cx(
                  "w-[64%] max-w-7 rounded-t-[3px] transition-colors",
                  index === at ? "bg-ink" : index === last ? "bg-signal" : "bg-edge",
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
            </div>
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
