import type { ReactElement } from "react";
import { FILM } from "../../landing/demo/film.ts";
import { Frame } from "../../landing/Frame.tsx";
import { INK, QUIET, SIGNAL, SOFT } from "./colors.ts";
import { isLit, ramp } from "./ease.ts";
import { typed, wrap } from "./letters.ts";
import { Poster } from "./Poster.tsx";
import { Sheet, Words } from "./Words.tsx";

const ADDRESS = "almanac.example/why-lighthouses-blink";
const LINE_HEIGHT = 16;
const MAX_LETTERS = 66;
const TOP = 122;

const SENTENCES = FILM.scenes.map(({ sentence }) => wrap(sentence, MAX_LETTERS));
const BEFORE = SENTENCES.map((_, at) => SENTENCES.slice(0, at).flat().length);

const DRAFTS = [
  { title: "Tide tables, explained", state: "Published on Tuesday", picture: "list" },
  { title: "The keeper's logbook", state: "Draft 3", picture: "light" },
  { title: "Glass that bends light", state: "Draft 1", picture: "lens" },
] as const;

/** The address is typed, the page appears, the clutter disappears, and the key sentences are marked. */
export function ArticlePart({ time }: { time: number }): ReactElement {
  const page = ramp(time, 5, 5.6);
  const noise = 1 - ramp(time, 9, 11.5);
  const address = typed(ADDRESS, ramp(time, 2.2, 4.4));
  return (
    <>
      <Sheet x={24} y={16} width={432} height={32} on={time < 5} />
      <Words x={38} y={36.5} size={13} caret={time < 4.8 && isLit(time)}>
        {address}
      </Words>
      <g opacity={1 - ramp(time, 5, 5.6)}>
        <Drafts />
      </g>
      <g opacity={page} transform={`translate(0 ${(1 - page) * 10})`}>
        <Sheet x={24} y={58} width={432} height={200} />
        <g opacity={noise}>
          <Words x={44} y={78} size={10} fill={QUIET}>
            Home News Shop Newsletter
          </Words>
          <rect x={336} y={66} width={104} height={38} rx={4} className="desk-gap" />
          <Words x={388} y={89} size={10} fill={QUIET} anchor="middle">
            Ad
          </Words>
          <path d={`M40 74.5h${ramp(time, 8.6, 9.6) * 168}`} stroke={SIGNAL} strokeWidth={1.5} />
          <path d={`M336 85h${ramp(time, 8.9, 9.9) * 104}`} stroke={SIGNAL} strokeWidth={1.5} />
        </g>
        <Words x={44} y={102} size={18} bold>
          {FILM.title}
        </Words>
        {SENTENCES.map((lines, sentence) =>
          lines.map((words, row) => {
            const y = TOP + ((BEFORE[sentence] ?? 0) + row) * LINE_HEIGHT;
            const begin = 13 + sentence * 2 + row * 0.9;
            const marked = ramp(time, begin, begin + 0.9);
            return (
              <g key={words}>
                <rect
                  x={41}
                  y={y - 11.5}
                  width={marked * (words.length * 5.75 + 6)}
                  height={15}
                  rx={2}
                  fill={SOFT}
                />
                <Words x={44} y={y} size={12} fill={marked > 0.5 ? INK : QUIET}>
                  {words}
                </Words>
              </g>
            );
          }),
        )}
      </g>
      <Poster opacity={1 - ramp(time, 1.4, 2)} />
    </>
  );
}

function Drafts(): ReactElement {
  return (
    <>
      <Words x={24} y={72} size={11} fill={QUIET}>
        Your videos
      </Words>
      {DRAFTS.map(({ title, state, picture }, at) => {
        const y = 82 + at * 60;
        return (
          <g key={title}>
            <Sheet x={24} y={y} width={432} height={52} />
            <Frame x={32} y={y + 7} width={68} height={38} picture={picture} />
            <Words x={114} y={y + 24} size={12.5}>
              {title}
            </Words>
            <Words x={114} y={y + 40} size={10.5} fill={QUIET}>
              {state}
            </Words>
          </g>
        );
      })}
    </>
  );
}
