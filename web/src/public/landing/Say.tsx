import type { ReactElement } from "react";

type SayProps = { x: number; y: number; as?: "say" | "note" | "hot"; end?: boolean; children: string };

/** Text in a scene: speech, a note, or the part being worked on. */
export function Say({ x, y, as = "say", end = false, children }: SayProps): ReactElement {
  return (
    <text x={x} y={y} className={`desk-${as}`} textAnchor={end ? "end" : undefined}>
      {children}
    </text>
  );
}
