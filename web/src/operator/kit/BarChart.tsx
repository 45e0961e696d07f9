import { type ReactElement, useState } from "react";
import { cx } from "../../ui/cx.ts";
import { money, wholeDollars } from "../../ui/format.ts";

type BarChartProps = { label: string; bars: readonly { name: string; cents: number }[] };

/** How many names fit below the bars. */
const NAMES = 5;

/** Amounts as bars from zero, with the last bar highlighted. Hover, taps and arrow keys show one; a table lists all. */
export function BarChart({ label, bars }: BarChartProps): ReactElement {
  const [at, setAt] = useState<number | null>(null);
  const last = bars.length - 1;
  const steps = ticks(Math.max(0, ...bars.map(({ cents }) => cents)) / 100);
  const most = (steps.at(-1) ?? 1) * 100;
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
            {read.name}: <span className="font-medium text-ink">{money(read.cents)}</span>
          </>
        )}
      </p>
      <div className="relative mt-3 h-52 pb-6 pl-14">
        <div aria-hidden="true" className="absolute inset-x-0 top-0 bottom-6">
          {steps.map((step) => (
            <div
              key={step}
              className="absolute inset-x-0 flex items-center"
              style={{ bottom: `${(10_000 * step) / most}%` }}
            >
              <span className="figures absolute w-13 text-right text-xs whitespace-nowrap text-quiet">
                {wholeDollars(step)}
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
            aria-valuetext={read && `${read.name}: ${money(read.cents)}`}
            onFocus={() => setAt(last)}
            onChange={(event) => setAt(event.target.valueAsNumber)}
            onBlur={() => setAt(null)}
            className="pointer-events-none absolute inset-0 opacity-0"
          />
          {bars.map(({ name, cents }, index) => (
            <div
              key={name}
              onPointerEnter={() => setAt(index)}
              className="group relative flex h-full min-w-0 flex-1 items-end justify-center"
            >
              <span
                aria-hidden="true"
                style={{ height: `${(100 * Math.max(cents, 0)) / most}%` }}
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
            {bars.map(({ name, cents }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-normal text-quiet">
                  {name}
                </th>
                <td className="py-1 text-right">{money(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** At most five marks of an axis that begins at zero. Their distance is 1, 2 or 5 times a power of ten. */
export function ticks(most: number): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? rough;
  const steps = Math.ceil(most / step);
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}
