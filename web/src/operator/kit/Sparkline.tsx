import type { ReactElement } from "react";

const WIDTH = 120;
const HEIGHT = 36;
/** Keeps the stroke and the last point's mark inside the picture. */
const INSET = 3;

export function Sparkline({ values, title }: { values: readonly number[]; title: string }): ReactElement {
  const points = pointsOf(values);
  const last = points.at(-1);
  return (
    <svg
      role="img"
      aria-label={title}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="max-w-full shrink-0"
    >
      <title>{title}</title>
      <polyline
        points={points.join(" ")}
        fill="none"
        className="stroke-ink"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {last && <circle cx={last[0]} cy={last[1]} r="2.5" className="fill-signal" />}
    </svg>
  );
}

/** The points of a line through the values. Equal values make a flat line. */
export function pointsOf(values: readonly number[]): [x: number, y: number][] {
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const step = (WIDTH - 2 * INSET) / (values.length - 1);
  return values.map((value, at) => [
    round(values.length > 1 ? INSET + at * step : WIDTH - INSET),
    round(HEIGHT - INSET - ((value - low) / range) * (HEIGHT - 2 * INSET)),
  ]);
}

const round = (value: number): number => Math.round(value * 10) / 10;
