import type { ReactElement } from "react";

/** Icons on a 16 × 16 grid, drawn with one stroke width. `SOLIDS` are filled instead. */
const STROKES = {
  check: "M3 8.5l3.2 3.2L13 4.8",
  copy: "M5.5 5.5h7.2v7.2H5.5zM3.3 10.4V3.3h7.1",
  chevronDown: "M4 6.2l4 4 4-4",
  chevronRight: "M6.2 4l4 4-4 4",
  upAndDown: "M4.5 6L8 2.5 11.5 6M4.5 10L8 13.5l3.5-3.5",
  arrowRight: "M2.8 8h10M9 4.2L12.8 8 9 11.8",
  arrowLeft: "M13.2 8h-10M7 4.2L3.2 8 7 11.8",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  close: "M4 4l8 8M12 4l-8 8",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.4v1.3M8 13.3v1.3M1.4 8h1.3M13.3 8h1.3M3.3 3.3l.9.9M11.8 11.8l.9.9M3.3 12.7l.9-.9M11.8 4.2l.9-.9",
  moon: "M13 9.6A5.6 5.6 0 0 1 6.4 3a5.6 5.6 0 1 0 6.6 6.6z",
  eye: "M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  eyeOff:
    "M2.5 2.5l11 11M6.2 4.1A6 6 0 0 1 8 3.8c4 0 6.5 4.2 6.5 4.2a11 11 0 0 1-2 2.4M4.2 5A11.4 11.4 0 0 0 1.5 8S4 12.2 8 12.2c1 0 1.9-.2 2.7-.6",
  download: "M8 2.5v7.7M4.8 7.2L8 10.4l3.2-3.2M3 13.3h10",
  windows: "M2.5 3.8l4.7-.6v4.3H2.5zM8.7 3l4.8-.7v5.2H8.7zM2.5 9h4.7v4.3l-4.7-.6zM8.7 9h4.8v5.2l-4.8-.7z",
  macos:
    "M6 6h4v4H6zM6 6H4.6A1.6 1.6 0 1 1 6.2 4.4V6M10 6V4.4A1.6 1.6 0 1 1 11.6 6H10M10 10h1.4a1.6 1.6 0 1 1-1.6 1.6V10M6 10v1.6A1.6 1.6 0 1 1 4.4 10H6",
  alert: "M8 2.2l6.3 11.2H1.7zM8 6.4v3.4M8 11.7v.1",
  info: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 7.3v3.6M8 5v.1",
  lock: "M3.5 7.2h9v6.3h-9zM5.3 7.2V5a2.7 2.7 0 0 1 5.4 0v2.2",
  bolt: "M9 1.8L3.5 9h4L7 14.2 12.5 7h-4z",
  shield: "M8 1.9l5 1.9v3.9c0 3.1-2.1 5.2-5 6.4-2.9-1.2-5-3.3-5-6.4V3.8zM5.8 8l1.6 1.6 2.9-3",
  refresh: "M13 8a5 5 0 1 1-1.5-3.6M13 2.6v2.7h-2.7",
  external: "M6.5 3.5h-3v9h9v-3M9.3 2.7h4v4M13 3L7.5 8.5",
  home: "M2.5 7.5L8 2.8l5.5 4.7M4 6.5v6.7h8V6.5",
  seat: "M2.8 3.5h10.4v7H2.8zM1.5 13h13",
  pulse: "M1.5 8.5h3l2-5 3 9 2-4h3",
  pencil: "M10.5 3l2.5 2.5-7.5 7.5H3v-2.5z",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.4 10.4l3.1 3.1",
  card: "M2 4h12v8.5H2zM2 6.8h12",
  person: "M8 2.4a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM2.6 13.6c.5-2.6 2.6-4 5.4-4s4.9 1.4 5.4 4",
  share: "M2 6.5v3h2.5L11 13V3L4.5 6.5zM13.2 6.2a2.5 2.5 0 0 1 0 3.6",
} as const;

const SOLIDS = {
  play: "M4.5 2.9v10.2a.6.6 0 0 0 .9.5l8.2-5.1a.6.6 0 0 0 0-1L5.4 2.4a.6.6 0 0 0-.9.5z",
  pause: "M4 2.8h2.8v10.4H4zM9.2 2.8H12v10.4H9.2z",
  star: "M8 1.8l1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z",
} as const;

export type IconName = keyof typeof STROKES | keyof typeof SOLIDS;

function isSolid(name: IconName): name is keyof typeof SOLIDS {
  return name in SOLIDS;
}

/** Hidden from screen readers, because it is always beside words or inside a named element. */
export function Icon({ name, className = "size-4" }: { name: IconName; className?: string }): ReactElement {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" className={className}>
      {isSolid(name) ? (
        <path d={SOLIDS[name]} fill="currentColor" />
      ) : (
        <path
          d={STROKES[name]}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}
