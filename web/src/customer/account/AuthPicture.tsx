import type { ReactElement } from "react";

const LINES = [92, 100, 84, 96, 100, 72, 94, 100, 88, 60];
const CLIPS = [
  { x: 250, width: 44 },
  { x: 298, width: 70 },
  { x: 372, width: 38 },
  { x: 414, width: 56 },
];

/** Text on the left becomes a timeline on the right: the whole product in one drawing. */
export function AuthPicture(): ReactElement {
  return (
    <aside
      aria-hidden="true"
      className="hidden place-items-center border-l border-line bg-raised p-12 lg:grid"
    >
      <svg aria-hidden="true" viewBox="0 0 500 360" className="desk w-full max-w-[40rem]">
        <rect className="desk-sheet" x="30" y="40" width="160" height="280" rx="8" />
        <path className="desk-ink-line" d="M50 68h84" strokeWidth="5" />
        <path className="desk-mark" d="M44 129h132v44H44z" />
        {LINES.map((length, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a drawing never move
          <path key={at} className="desk-text" d={`M50 ${94 + at * 22}h${length * 1.2}`} />
        ))}
        <path className="desk-thread" d="M190 151c34 0 26-38 60-38" />
        <rect className="desk-sheet" x="250" y="40" width="220" height="124" rx="8" />
        <path className="desk-ink-line" d="M251 124l52-48 34 30 30-24 42 34 22-14 38 22" />
        <circle className="desk-ring" cx="418" cy="72" r="12" />
        <path className="desk-signal-line" d="M318 146h84" strokeWidth="5" />
        {CLIPS.map(({ x, width }, at) => (
          <rect
            key={x}
            className={at === 1 ? "desk-sheet desk-on" : "desk-sheet"}
            x={x}
            y="182"
            width={width}
            height="32"
            rx="5"
          />
        ))}
        <rect className="desk-sheet" x="250" y="222" width="220" height="44" rx="5" />
        <path
          className="desk-ink-line"
          d={Array.from({ length: 25 }, (_, at) => {
            const height = 5 + Math.round(12 * Math.abs(Math.sin(at * 1.3) * Math.cos(at * 0.41)));
            return `M${262 + at * 8.2} ${244 - height}v${height * 2}`;
          }).join("")}
        />
        <rect className="desk-sheet" x="250" y="274" width="144" height="26" rx="5" />
        <rect className="desk-sheet" x="398" y="274" width="72" height="26" rx="5" />
        <path className="desk-text" d="M264 287h66M412 287h24" />
        <path className="desk-head" d="M332 176v136" />
        <path className="desk-play" d="M326 172h12l-6 8z" />
      </svg>
    </aside>
  );
}
