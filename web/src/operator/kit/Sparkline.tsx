import type { ReactElement } from "react";
import { HEIGHT, sparkline, WIDTH } from "./sparkline.ts";

/** `title` describes the line to screen readers. */
export function Sparkline({ values, title }: { values: readonly number[]; title: string }): ReactElement {
  const spark = sparkline(values);
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
      {spark !== null && (
        <>
          <path
            d={spark.path}
            fill="none"
            className="stroke-ink"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <circle cx={spark.last.x} cy={spark.last.y} r="2.5" className="fill-signal" />
        </>
      )}
    </svg>
  );
}
