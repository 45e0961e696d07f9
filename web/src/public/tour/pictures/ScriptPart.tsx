import type { ReactElement } from "react";
import { FILM } from "../../landing/demo/film.ts";
import { INK, QUIET } from "./colors.ts";
import { isLit, ramp } from "./ease.ts";
import { typed, wrap } from "./letters.ts";
import { Sheet, Words } from "./Words.tsx";

const EDITED = 2;
const FIRST_DRAFT = "Count, and you will know where you are.";
const STEP = 59;
const LINE_HEIGHT = 11.5;
const MAX_LETTERS = 26;

const SENTENCES = FILM.scenes.map(({ sentence }) => wrap(sentence, MAX_LETTERS));

export function ScriptPart({ time }: { time: number }): ReactElement {
  return (
    <>
      <Sheet x={24} y={16} width={152} height={240} />
      {FILM.scenes.map(({ name }, at) => (
        <g key={name} transform={`translate(0 ${at * STEP})`}>
          <path
            className="desk-mark"
            d={`M28 22h144v${(SENTENCES[at]?.length ?? 0) * LINE_HEIGHT + 6}H28z`}
            opacity={ramp(time, 1 + at * 4, 1.6 + at * 4)}
          />
          <rect className="desk-gap" x={200} y={20} width={256} height={50} rx={6} />
          {SENTENCES[at]?.map((words, row) => (
            <Words
              key={words}
              x={34}
              y={33.5 + row * LINE_HEIGHT}
              size={9.5}
              fill={time > 1.3 + at * 4 ? INK : QUIET}
            >
              {words}
            </Words>
          ))}
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
              d="M172 46c16 0 12-3 28-3"
            />
            <Sheet x={200} y={20} width={256} height={50} on={editing && time < 25} />
            <Words x={211} y={39} size={11} fill={QUIET}>
              {name}
            </Words>
            <Words x={211} y={57} size={12} caret={editing && time < 25 && isLit(time)}>
              {at === EDITED ? edited(time, begin) : typed(caption, ramp(time, begin + 0.4, begin + 3))}
            </Words>
          </g>
        );
      })}
    </>
  );
}

/** The edited sentence: typed, deleted from its end, and typed again. */
function edited(time: number, begin: number): string {
  if (time < 17.5) return typed(FIRST_DRAFT, ramp(time, begin + 0.4, begin + 3));
  const kept = "Count";
  if (time < 19.5) return kept + typed(FIRST_DRAFT.slice(kept.length), 1 - ramp(time, 17.5, 19.3));
  return kept + typed(FILM.scenes[EDITED].caption.slice(kept.length), ramp(time, 19.5, 23.5));
}
