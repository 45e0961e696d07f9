import type { ReactElement } from "react";

type FrameProps = {
  x: number;
  y?: number;
  width: number;
  height?: number;
  picture: keyof typeof PICTURES;
  lifted?: boolean;
};

/** A small picture from the hero's film, cut at the sides like a clip on a timeline. Dark in both themes. */
export function Frame({ x, y = 26, width, height = 52, picture, lifted = false }: FrameProps): ReactElement {
  const Picture = PICTURES[picture];
  return (
    <>
      <svg
        aria-hidden="true"
        x={x}
        y={y}
        width={width}
        height={height}
        viewBox="0 0 100 60"
        preserveAspectRatio="xMidYMid slice"
        className="film"
      >
        <path className="film-night" d="M-60-60h220v180H-60z" />
        <path className="film-deep" d="M-60 44h220v40H-60z" />
        <Picture />
      </svg>
      <rect
        className={lifted ? "desk-frame desk-frame-on" : "desk-frame"}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={lifted ? 3 : 1}
      />
    </>
  );
}

function Tower({ x }: { x: number }): ReactElement {
  return (
    <g transform={`translate(${x} 48)`}>
      <path className="film-wall" d="M-5 0l2-26h6l2 26z" />
      <path className="film-band" d="M-4.5-6l.5-6h8l.5 6zM-4-18l.4-5h7.2l.4 5zM-4-30l4-5 4 5z" />
      <path className="film-lamp" d="M-2.5-30h5v4h-5z" />
    </g>
  );
}

const PICTURES = {
  light: () => (
    <>
      <circle className="film-lamp" cx="50" cy="34" r="2.5" />
      <circle className="film-halo" cx="50" cy="34" r="9" />
      <path className="film-star" d="M22 12h.1M40 20h.1M66 10h.1M80 22h.1" />
    </>
  ),
  rhythm: () => (
    <>
      <path className="film-beam" d="M36 20L130-6v44zM36 20L-30 8v20z" />
      <Tower x={36} />
      <path className="film-glint" d="M62 40v-8M70 40v-8M78 40v-8" />
    </>
  ),
  list: () => (
    <>
      <path className="film-coast" d="M-20 20c20 2 30-8 44 0s14 18 30 18 22-6 32 4 14 14 40 18v40H-20z" />
      <circle className="film-lamp" cx="54" cy="38" r="3" />
      <circle className="film-halo" cx="54" cy="38" r="8" />
    </>
  ),
  lens: () => (
    <>
      <circle className="film-glass" cx="50" cy="30" r="20" />
      <circle className="film-glass" cx="50" cy="30" r="13" />
      <circle className="film-glass" cx="50" cy="30" r="7" />
      <circle className="film-lamp" cx="50" cy="30" r="3" />
    </>
  ),
} as const satisfies Record<string, () => ReactElement>;
