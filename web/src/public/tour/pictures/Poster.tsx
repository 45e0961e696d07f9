import type { ReactElement } from "react";
import { BRAND } from "#shared/brand.ts";
import { FILM } from "../../landing/demo/film.ts";
import { Scene } from "../../landing/demo/Scene.tsx";

/** The picture before the tour starts: a scene of the finished film. */
export function Poster({ opacity }: { opacity: number }): ReactElement | null {
  if (opacity === 0) return null;
  return (
    <g opacity={opacity}>
      <svg width={480} height={270} aria-hidden="true">
        <Scene index={1} progress={0.6} />
      </svg>
      <rect y={190} width={480} height={80} fill="var(--night-deep)" opacity={0.85} />
      <text x={28} y={225} fontSize={22} fontWeight={600} fill="var(--night-text)">
        {FILM.title}
      </text>
      <text x={28} y={248} fontSize={13} fontWeight={500} fill="var(--lamp)">
        {`An article becomes a video in ${BRAND.name}`}
      </text>
    </g>
  );
}
