import type { ReactElement } from "react";
import { FILM } from "../../landing/demo/film.ts";
import { QUIET } from "./colors.ts";
import { ramp } from "./ease.ts";
import { Sheet, Words } from "./Words.tsx";

const LEFT = 24;
const WIDTH = 432;
const GAP = 10;
const STEPS = 216;
const BOTTOM = 226;

const WHOLE = FILM.scenes.reduce((sum, { length }) => sum + length, 0);
/** Each scene's span on the timeline, with a gap at both ends. */
const VOICES = FILM.scenes.map(({ name, length }, at) => {
  const before = FILM.scenes.slice(0, at).reduce((sum, scene) => sum + scene.length, 0);
  return { name, x: LEFT + (before / WHOLE) * WIDTH + GAP, width: (length / WHOLE) * WIDTH - 2 * GAP };
});

/** The music's volume: low under a voice, high between voices, fading out at the end. */
function level(x: number): number {
  const under = VOICES.some((voice) => x > voice.x && x < voice.x + voice.width);
  const fade = 1 - ramp(x, LEFT + WIDTH * 0.94, LEFT + WIDTH);
  return (under ? 22 : 74) * fade;
}

/** Averaged over adjacent points, so that the volume changes gradually. */
const CURVE = Array.from({ length: STEPS + 1 }, (_, at) => {
  const x = LEFT + (at / STEPS) * WIDTH;
  const near = Array.from({ length: 25 }, (_step, offset) => level(x + offset - 12));
  return { x, y: BOTTOM - near.reduce((sum, height) => sum + height, 0) / near.length };
});

export function MusicPart({ time }: { time: number }): ReactElement {
  const drawn = CURVE.slice(0, Math.max(2, Math.round(ramp(time, 1.5, 11) * STEPS) + 1));
  const line = drawn.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const end = drawn.at(-1);
  return (
    <>
      <Words x={LEFT} y={36} size={11} fill={QUIET}>
        Voice
      </Words>
      {VOICES.map(({ name, x, width }) => (
        <g key={name}>
          <Sheet
            x={x}
            y={48}
            width={width}
            height={44}
            on={end !== undefined && end.x > x && end.x < x + width}
          />
          <Words x={x + 10} y={74} size={11}>
            {name}
          </Words>
        </g>
      ))}
      <Words x={LEFT} y={124} size={11} fill={QUIET}>
        Music, slow, 72 bpm
      </Words>
      <Sheet x={LEFT} y={134} width={WIDTH} height={BOTTOM - 134 + 10} />
      <path className="desk-rule" d={`M${LEFT} ${BOTTOM}h${WIDTH}`} />
      {end !== undefined && (
        <>
          <path className="desk-signal-fill" d={`${line}L${end.x} ${BOTTOM}H${LEFT}z`} />
          <path className="desk-signal-line" d={line} />
          <circle className="desk-dot" cx={end.x} cy={end.y} r={4} />
        </>
      )}
    </>
  );
}
