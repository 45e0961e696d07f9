import type { ReactElement } from "react";
import { FILM } from "../../landing/demo/film.ts";
import { EDGE, INK, QUIET, SIGNAL } from "./colors.ts";
import { loudness, ramp } from "./ease.ts";
import { Sheet, Words } from "./Words.tsx";

const STEP = 59;
const BARS = 46;
const REDONE = 2;
const REDO_FROM = 15.5;
const REDO_TO = 19.5;

/** Four takes, one after the other. The third is then recorded again. */
export function VoicePart({ time }: { time: number }): ReactElement {
  return (
    <>
      {FILM.scenes.map(({ name }, take) => {
        const again = take === REDONE && time > REDO_FROM - 1;
        const begin = again ? REDO_FROM : 0.8 + take * 3;
        const spoken = (time - begin) / (again ? REDO_TO - REDO_FROM : 2.8);
        const speaking = spoken > 0 && spoken < 1;
        return (
          <g key={name} transform={`translate(0 ${take * STEP})`}>
            <Sheet x={24} y={20} width={432} height={50} on={speaking || (again && spoken <= 0)} />
            <Words x={40} y={41} size={12} bold>
              {name}
            </Words>
            <Words x={40} y={57} size={10.5} fill={QUIET}>
              {again ? "Take 2" : "Take 1"}
            </Words>
            {Array.from({ length: BARS }, (_, at) => {
              const said = spoken * BARS > at;
              const height = loudness(take + (again ? 5 : 0), at) * 15 * (said ? 1 : 0.35);
              return (
                <path
                  // biome-ignore lint/suspicious/noArrayIndexKey: the bars of a take are in order and never move
                  key={at}
                  d={`M${112 + at * 7.3} ${45 - height}v${height * 2}`}
                  stroke={said ? (speaking ? SIGNAL : INK) : EDGE}
                  strokeWidth={2.4}
                  opacity={said ? ramp(spoken * BARS - at, 0, 1.2) : 0.5}
                />
              );
            })}
          </g>
        );
      })}
    </>
  );
}
