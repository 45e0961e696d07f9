import type { ReactElement } from "react";

type SayProps = { x: number; y: number; as?: "say" | "note" | "hot"; end?: boolean; children: string };

/** Words of a scene: what is said, a note beside it, or what is being worked on. */
export function Say({ x, y, as = "say", end = false, children }: SayProps): ReactElement {
  return (
    <text x={x} y={y} className={`desk-${as}`} textAnchor={end ? "end" : undefined}>
      {children}
    </text>
  );
}
