import type { ReactElement } from "react";
import { GOOD, QUIET, SURFACE } from "./colors.ts";
import { ramp } from "./ease.ts";
import { Sheet, Words } from "./Words.tsx";

const TITLES = [
  { title: "Why lighthouses blink", searched: 0.92 },
  { title: "The secret code of lighthouses", searched: 0.58 },
  { title: "How sailors read the night", searched: 0.37 },
] as const;
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"] as const;

export function PublishPart({ time }: { time: number }): ReactElement {
  const up = ramp(time, 9, 9.8);
  return (
    <>
      {TITLES.map(({ title, searched }, at) => (
        <g key={title} transform={`translate(0 ${at * 34})`}>
          <Sheet x={24} y={16} width={432} height={28} on={at === 0 && time > 3.4} />
          <Words x={38} y={34.5} size={12.5}>
            {title}
          </Words>
          <rect className="desk-track" x={330} y={26} width={110} height={8} rx={4} />
          <rect
            className={at === 0 ? "desk-signal-bar" : "desk-ink-bar"}
            x={330}
            y={26}
            width={110 * searched * ramp(time, 1 + at * 0.6, 2.2 + at * 0.6)}
            height={8}
            rx={4}
          />
        </g>
      ))}
      <Sheet x={24} y={126} width={432} height={128} />
      {DAYS.map((day, at) => (
        <g key={day} transform={`translate(${24 + at * 86.4} 0)`}>
          <Words x={12} y={146} size={11} fill={QUIET}>
            {day}
          </Words>
          {at > 0 && <path className="desk-rule" d="M0 126v128" />}
        </g>
      ))}
      <path className="desk-rule" d="M24 156h432" />
      <g opacity={ramp(time, 5.4, 6)} transform={`translate(0 ${(1 - ramp(time, 5.4, 6.2)) * -20})`}>
        <Sheet x={116} y={170} width={76} height={58} on />
        <Words x={126} y={188} size={11} bold>
          9:00
        </Words>
        <path className="desk-play" d="M146 199v16l14-8z" opacity={1 - up} />
        <g opacity={up}>
          <circle cx={154} cy={208} r={10} fill={GOOD} />
          <path d="M149 208.5l3.5 3.5 6.5-7" fill="none" stroke={SURFACE} strokeWidth={2} />
        </g>
      </g>
      <g opacity={ramp(time, 10.5, 11.5)}>
        <rect className="desk-gap" x={375} y={170} width={76} height={58} rx={6} />
        <Words x={385} y={188} size={11} fill={QUIET}>
          Next one
        </Words>
      </g>
      <g opacity={up}>
        <Words x={203} y={196} size={12.5} bold>
          Published
        </Words>
        <Words x={203} y={213} size={11} fill={QUIET}>
          while you read
        </Words>
      </g>
    </>
  );
}
