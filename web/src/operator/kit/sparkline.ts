export const WIDTH = 120;
export const HEIGHT = 36;
/** Keeps the stroke and the last point's mark inside the picture. */
const INSET = 3;

export type Spark = { path: string; last: { x: number; y: number } };

/** A line through the values; null if there are none. Equal values make a flat line. */
export function sparkline(values: readonly number[]): Spark | null {
  if (values.length === 0) return null;
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const step = values.length > 1 ? (WIDTH - 2 * INSET) / (values.length - 1) : 0;
  const points = values.map((value, at) => ({
    x: round(values.length > 1 ? INSET + at * step : WIDTH - INSET),
    y: round(HEIGHT - INSET - (range === 0 ? 0 : ((value - low) / range) * (HEIGHT - 2 * INSET))),
  }));
  const path = points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
  const last = points.at(-1);
  return last === undefined ? null : { path, last };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** At most five marks of an axis that begins at zero. Their distance is 1, 2 or 5 times a power of ten. */
export function ticks(most: number): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? rough;
  const steps = Math.ceil(most / step);
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}
