import type { ReactElement } from "react";
import { FILM, sceneAt, timecode } from "../../landing/demo/film.ts";
import { Scene } from "../../landing/demo/Scene.tsx";
import { ramp } from "./ease.ts";
import { Sheet, Words } from "./Words.tsx";

const LEFT = 24;
const WIDTH = 432;
const FILM_FROM = 5;
const FILM_TO = 21;
const WHOLE = FILM.scenes.reduce((sum, { length }) => sum + length, 0);

export function VideoPart({ time }: { time: number }): ReactElement {
  const at = Math.min(1, Math.max(0, (time - FILM_FROM) / (FILM_TO - FILM_FROM)));
  const { index, progress } = sceneAt(at);
  const scene = FILM.scenes[index] ?? FILM.scenes[0];
  const words = scene.caption.split(" ");
  const said = Math.ceil(Math.min(1, progress * 1.15) * words.length);
  return (
    <>
      <svg x={96} y={14} width={288} height={162} aria-hidden="true">
        <Scene index={index} progress={progress} />
      </svg>
      <path d="M96 138h288v38H96z" fill="var(--night-deep)" opacity={0.85} />
      <text x={240} y={162} fontSize={13} fontWeight={600} textAnchor="middle" fill="var(--night-text)">
        <tspan fill="var(--lamp)">{words.slice(0, said).join(" ")}</tspan>
        {said > 0 && said < words.length ? " " : ""}
        {words.slice(said).join(" ")}
      </text>
      <Words x={456} y={174} size={11} anchor="end">
        {timecode(at)}
      </Words>
      {FILM.scenes.map(({ name, length }, clip) => {
        const before = FILM.scenes.slice(0, clip).reduce((sum, other) => sum + other.length, 0);
        const x = LEFT + (before / WHOLE) * WIDTH;
        const come = ramp(time, 0.5 + clip * 0.8, 1.5 + clip * 0.8);
        return (
          <g key={name}>
            <rect
              className="desk-gap"
              x={x + 1}
              y={190}
              width={(length / WHOLE) * WIDTH - 2}
              height={26}
              rx={6}
            />
            <g opacity={come} transform={`translate(0 ${(1 - come) * -14})`}>
              <Sheet
                x={x + 1}
                y={190}
                width={(length / WHOLE) * WIDTH - 2}
                height={26}
                on={clip === index && time > 4}
              />
              <Words x={x + 10} y={207} size={11}>
                {name}
              </Words>
            </g>
          </g>
        );
      })}
      <rect className="desk-gap" x={LEFT} y={220} width={WIDTH} height={16} rx={6} />
      <rect className="desk-gap" x={LEFT} y={240} width={WIDTH} height={16} rx={6} />
      <g opacity={ramp(time, 3.5, 4.5)}>
        <Sheet x={LEFT} y={220} width={WIDTH} height={16} />
        <Sheet x={LEFT} y={240} width={WIDTH * 0.94} height={16} />
        <Words x={LEFT + 8} y={231.5} size={9.5}>
          voice
        </Words>
        <Words x={LEFT + 8} y={251.5} size={9.5}>
          music
        </Words>
      </g>
      <g opacity={ramp(time, 4, 4.6)} transform={`translate(${LEFT + at * WIDTH} 0)`}>
        <path className="desk-head" d="M0 184v76" />
        <path className="desk-play" d="M-5 181H5l-5 7z" />
      </g>
    </>
  );
}
