import type { CSSProperties, ReactElement } from "react";

/**
 * The film's pictures, 320 × 180. Motion follows the CSS variable `--p`, the scene's progress. live/demo.ts sets `--p`
 * without rendering. The tour renders each frame and passes the progress in.
 */
export function Scene({ index, progress }: { index: number; progress?: number }): ReactElement {
  const Picture = PICTURES[index] ?? OneLight;
  const style: (CSSProperties & Record<"--p", number>) | undefined =
    progress === undefined ? undefined : { "--p": progress };
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className="film block size-full"
      style={style}
    >
      <path className="film-night" d="M0 0h320v180H0z" />
      <Picture />
    </svg>
  );
}

const STARS =
  "M22 24h.1M58 46h.1M91 18h.1M128 52h.1M176 22h.1M208 60h.1M238 30h.1M262 74h.1M290 18h.1M304 52h.1M40 82h.1M150 84h.1";

function Sea(): ReactElement {
  return (
    <>
      <path className="film-deep" d="M0 124h320v56H0z" />
      <path
        className="film-stroke"
        d="M18 138h40M86 134h26M150 142h52M236 135h34M282 148h24M40 156h30M120 160h44M214 158h60"
      />
    </>
  );
}

function Tower({ x, y, scale }: { x: number; y: number; scale: number }): ReactElement {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path className="film-wall" d="M-9 0L-6-46H6L9 0z" />
      <path className="film-band" d="M-8.2-12L-7.6-22H7.6L8.2-12zM-7-31l-.6-8h15.2L7-31z" />
      <path className="film-band" d="M-8-46H8v-3H-8zM-6-58L0-64l6 6z" />
      <path className="film-lamp" d="M-4.5-58h9v9h-9z" />
    </g>
  );
}

function OneLight(): ReactElement {
  return (
    <>
      <path className="film-star" d={STARS} />
      <Sea />
      <path className="film-land" d="M196 124c18-9 40-12 62-10 24 2 44 6 62 10z" />
      <circle className="film-halo film-blink" cx="246" cy="86" r="17" />
      <Tower x={246} y={116} scale={0.55} />
      <path className="film-glint film-blink" d="M236 130h20M228 138h36M238 147h18" />
    </>
  );
}

function Rhythm(): ReactElement {
  return (
    <>
      <path className="film-star" d={STARS} />
      <Sea />
      <path className="film-land" d="M0 124c24-14 58-20 92-17 30 3 54 11 72 17z" />
      <g className="film-sweep">
        <path className="film-beam" d="M82 46L330-14V62z" />
        <path className="film-beam" d="M82 46L-40 18v40z" />
      </g>
      <Tower x={82} y={108} scale={1.02} />
      <path className="film-rule" d="M186 118h116" />
      <path className="film-pulse film-pulse-1" d="M196 118v-24" />
      <path className="film-pulse film-pulse-2" d="M212 118v-24" />
      <path className="film-pulse film-pulse-3" d="M228 118v-24" />
      <text className="film-note" x="240" y="112">
        10 s dark
      </text>
    </>
  );
}

function List(): ReactElement {
  return (
    <>
      <path
        className="film-grid"
        d="M0 36h320M0 72h320M0 108h320M0 144h320M53 0v180M106 0v180M160 0v180M213 0v180M266 0v180"
      />
      <path
        className="film-coast"
        d="M-4 52c28 4 44-14 66-6s18 30 42 36 40-12 60 0 14 34 38 42 48-8 64 6 26 34 60 40V184H-4z"
      />
      <g className="film-dim">
        <circle cx="62" cy="46" r="3.5" />
        <text className="film-note" x="72" y="38">
          Fl(2) 6s
        </text>
        <circle cx="265" cy="131" r="3.5" />
        <text className="film-note" x="238" y="118">
          Iso 4s
        </text>
      </g>
      <circle className="film-ring" cx="164" cy="83" r="15" />
      <circle className="film-lamp" cx="164" cy="83" r="5" />
      <text className="film-note film-found" x="184" y="78">
        Fl(3) 10s
      </text>
      <path className="film-route" pathLength="1" d="M304 22c-34 2-58 12-78 24-16 10-30 20-46 30" />
    </>
  );
}

function Lens(): ReactElement {
  return (
    <>
      <path className="film-beam" d="M160 74L340 40v78L160 92zM160 74L-20 40v78l180-26z" />
      <g className="film-turn">
        {[58, 48, 38, 28, 18].map((r) => (
          <ellipse key={r} className="film-glass" cx="160" cy="83" rx={r} ry={r} />
        ))}
        <path
          className="film-glass"
          d="M160 25v40M160 101v40M102 83h40M178 83h40M119 42l28 28M173 96l28 28M201 42l-28 28M147 96l-28 28"
        />
      </g>
      <circle className="film-lamp" cx="160" cy="83" r="7" />
    </>
  );
}

const PICTURES = [OneLight, Rhythm, List, Lens];
