import type { ReactElement } from "react";

const CLASS = { say: "desk-say", note: "desk-note", hot: "desk-hot" } as const;
type SayProps = { x: number; y: number; as?: keyof typeof CLASS; end?: boolean; children: string };

/** Text in a scene: speech, a note, or the part being worked on. */
export function Say({ x, y, as = "say", end = false, children }: SayProps): ReactElement {
  return (
    <text x={x} y={y} className={CLASS[as]} textAnchor={end ? "end" : undefined}>
      {children}
    </text>
  );
}
