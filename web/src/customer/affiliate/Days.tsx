import { type ReactElement, useState } from "react";
import type { AffiliateView } from "#shared/affiliates/customer.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import { count, shortUtcDay } from "../../ui/format.ts";

type Day = AffiliateView["days"][number];
const HEIGHT = 120;
const EMPTY: Day = { day: "1970-01-01", clicks: 0, conversions: 0 };

const name = ({ day }: Day): string => shortUtcDay(day);
const inClicks = (clicks: number): string => `${count(clicks)} ${clicks === 1 ? "click" : "clicks"}`;
const counts = ({ clicks, conversions }: Day): string =>
  `${inClicks(clicks)}, ${count(conversions)} ${conversions === 1 ? "conversion" : "conversions"}`;

export function Days({ affiliate: { days } }: { affiliate: AffiliateView }): ReactElement {
  const [at, setAt] = useState<number | null>(null);
  const most = Math.max(1, ...days.map(({ clicks }) => clicks));
  const chosen = at === null ? undefined : days[at];
  const read = chosen ?? days.at(-1) ?? EMPTY;
  const first = days[0];
  const last = days.at(-1);
  const total = days.reduce((sum, { clicks }) => sum + clicks, 0);
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <CardTitle>The last {days.length} days</CardTitle>
        <p className="figures text-sm text-quiet">
          {chosen === undefined
            ? `${inClicks(total)}. A dot marks a day with a conversion.`
            : `${name(chosen)}: ${counts(chosen)}`}
        </p>
      </div>
      <div className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div
          aria-hidden="true"
          className="figures flex flex-col justify-between text-right text-xs text-faint"
          style={{ height: HEIGHT }}
        >
          <span>{count(most)}</span>
          <span>0</span>
        </div>
        <div
          className="relative flex items-end gap-px rounded-t-small border-b border-edge outline-ink has-[:focus-visible]:outline-2 sm:gap-1"
          style={{ height: HEIGHT }}
          onPointerLeave={({ pointerType }) => pointerType !== "touch" && setAt(null)}
        >
          {/* An invisible slider over the bars, for keyboards: arrow keys read the values. */}
          <input
            type="range"
            min={0}
            max={days.length - 1}
            value={at ?? days.length - 1}
            aria-label="Day"
            aria-valuetext={`${name(read)}: ${counts(read)}`}
            onFocus={() => setAt(days.length - 1)}
            onChange={(event) => setAt(event.target.valueAsNumber)}
            onBlur={() => setAt(null)}
            className="pointer-events-none absolute inset-0 opacity-0"
          />
          {days.map((one, index) => (
            <div
              key={one.day}
              onPointerEnter={() => setAt(index)}
              className="relative flex h-full flex-1 items-end"
            >
              {one.conversions > 0 && (
                <span className="absolute top-0 left-1/2 size-1.5 -translate-x-1/2 rounded-full bg-signal" />
              )}
              <span
                className={cx("w-full rounded-t-[2px]", index === at ? "bg-signal" : "bg-ink/25")}
                style={{ height: one.clicks === 0 ? 0 : Math.max(2, (one.clicks / most) * (HEIGHT - 12)) }}
              />
            </div>
          ))}
        </div>
        <span />
        <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-faint">
          <span>{first === undefined ? "" : name(first)}</span>
          <span>{last === undefined ? "" : name(last)}</span>
        </div>
      </div>
      <details className="mt-4 text-sm">
        <summary className="w-fit cursor-pointer rounded-small text-quiet hover:text-ink">As a table</summary>
        <div className="mt-2 max-h-64 overflow-y-auto">
          <table className="figures w-full text-left">
            <thead className="text-quiet">
              <tr className="h-8">
                <th className="font-normal">Day</th>
                <th className="text-right font-normal">Clicks</th>
                <th className="text-right font-normal">Conversions</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {days.toReversed().map((one) => (
                <tr key={one.day} className="h-8">
                  <td>{name(one)}</td>
                  <td className="text-right">{one.clicks}</td>
                  <td className="text-right">{one.conversions}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Card>
  );
}
