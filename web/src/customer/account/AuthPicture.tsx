import type { ReactElement } from "react";

/** From the landing page's film. */
const LINES = [
  "From the sea at night,",
  "every lighthouse is the",
  "same thing: one white",
  "point on black water.",
  "So each was given its own",
  "rhythm. Three flashes,",
  "then ten seconds of dark.",
  "A sailor counts, opens",
  "the List of Lights, and",
  "knows which coast it is.",
];
const MARKED = [4, 5, 6];
const CLIPS = [
  { x: 250, width: 44, name: "light" },
  { x: 298, width: 70, name: "rhythm" },
  { x: 372, width: 38, name: "list" },
  { x: 414, width: 56, name: "lens" },
];

export function AuthPicture(): ReactElement {
  return (
    <aside
      aria-hidden="true"
      className="hidden place-items-center border-l border-line bg-raised p-12 lg:grid"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 500 360"
        className="desk w-full max-w-[40rem] font-sans font-medium"
      >
        <rect className="desk-sheet" x="30" y="40" width="160" height="280" rx="8" />
        <text x="46" y="70" fontSize="11.5" fontWeight="600" fill="var(--ink)">
          Why lighthouses blink
        </text>
        <path className="desk-mark" d="M40 169h140v65H40z" />
        {LINES.map((words, at) => (
          <text
            key={words}
            x="46"
            y={97 + at * 22}
            fontSize="10"
            fill={MARKED.includes(at) ? "var(--signal-ink)" : "var(--quiet)"}
          >
            {words}
          </text>
        ))}
        <path className="desk-thread" d="M180 201c50 0 20-99 70-99" />
        <Night />
        {CLIPS.map(({ x, width, name }, at) => (
          <g key={x}>
            <rect
              className={at === 1 ? "desk-sheet desk-on" : "desk-sheet"}
              x={x}
              y="182"
              width={width}
              height="32"
              rx="5"
            />
            <text x={x + 8} y="201" fontSize="9.5" fill={at === 1 ? "var(--signal-ink)" : "var(--quiet)"}>
              {name}
            </text>
          </g>
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
        <text x="260" y="290" fontSize="9.5" fill="var(--quiet)">
          music, slow
        </text>
        <text x="408" y="290" fontSize="9.5" fill="var(--quiet)">
          fade
        </text>
        <path className="desk-head" d="M346 176v136" />
        <path className="desk-play" d="M340 172h12l-6 8z" />
      </svg>
    </aside>
  );
}

/** The second scene of the film, night in both themes. */
function Night(): ReactElement {
  return (
    <>
      <rect x="250" y="40" width="220" height="124" rx="8" fill="var(--night)" />
      <path d="M250 124h220v32a8 8 0 0 1-8 8H258a8 8 0 0 1-8-8z" fill="var(--night-deep)" />
      <path d="M312 74L470 46v56zM312 74L250 60v28z" fill="var(--lamp)" opacity="0.25" />
      <path d="M272 124c16-12 60-12 84 0z" fill="var(--night-deep)" />
      <path d="M306 116l3-38h6l3 38z" fill="oklch(0.86 0.012 85)" />
      <path d="M308 90h8v8h-8zM306.5 106h11l.6 8h-12.2zM307 70l5-6 5 6z" fill="oklch(0.6 0.19 33)" />
      <path d="M309 70h6v8h-6z" fill="var(--lamp)" />
      <path d="M388 124v-18M400 124v-18M412 124v-18" stroke="var(--lamp)" strokeWidth="4" />
      <text x="262" y="150" fontSize="11" fontWeight="600" fill="var(--lamp)">
        So each was given its own rhythm.
      </text>
    </>
  );
}
