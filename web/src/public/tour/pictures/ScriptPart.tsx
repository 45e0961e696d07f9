import type { ReactElement } from "react";
import { FILM } from "../../landing/demo/film.ts";
import { QUIET, ramp, SIGNAL, typed } from "./draw.ts";
import { Sheet, Words } from "./Words.tsx";

const EDITED = 2;
const FIRST_DRAFT = "Count, and you will know where you are.";
const STEP = 59;

/** The marked sentences become scenes; one of them is put differently. */
export function ScriptPart({ time }: { time: number }): ReactElement {
  return (
    <>
      <Sheet x={24} y={20} width={136} height={230} />
      {FILM.scenes.map(({ name }, at) => (
        <g key={name} transform={`translate(0 ${at * STEP})`}>
          <path className="desk-mark" d="M34 34h116v30H34z" opacity={ramp(time, 1 + at * 4, 1.6 + at * 4)} />
          <path className="desk-text" d="M42 43h98M42 55h70" />
        </g>
      ))}
      {FILM.scenes.map(({ name, caption }, at) => {
        const begin = 2 + at * 4;
        const shown = ramp(time, begin, begin + 0.6);
        const editing = at === EDITED && time > 17;
        return (
          <g key={name} transform={`translate(0 ${at * STEP})`} opacity={shown}>
            <path
              className="desk-thread"
              pathLength={1}
              strokeDasharray={`${ramp(time, begin - 0.4, begin + 0.6)} 1`}
              d="M150 49c22 0 18-6 44-6"
            />
            <Sheet x={194} y={20} width={262} height={50} on={editing && time < 25} />
            <Words x={208} y={39} size={11} fill={QUIET}>
              {name}
            </Words>
            <Words x={208} y={57} size={12.5}>
              {at === EDITED ? edited(time, begin) : typed(caption, ramp(time, begin + 0.4, begin + 3))}
            </Words>
          </g>
        );
      })}
      {time > 17 && time < 25 && Math.floor(time * 2) % 2 === 0 && (
        <path
          d={`M${209 + edited(time, 10).length * 6.1} ${20 + EDITED * STEP + 27}v13`}
          stroke={SIGNAL}
          strokeWidth={1.5}
        />
      )}
    </>
  );
}

/** Written, taken away from its end, and written anew. */
function edited(time: number, begin: number): string {
  if (time < 17.5) return typed(FIRST_DRAFT, ramp(time, begin + 0.4, begin + 3));
  const kept = "Count";
  if (time < 19.5) return kept + typed(FIRST_DRAFT.slice(kept.length), 1 - ramp(time, 17.5, 19.3));
  return kept + typed(FILM.scenes[EDITED].caption.slice(kept.length), ramp(time, 19.5, 23.5));
}
