import type { ReactElement } from "react";
import { INK, SIGNAL } from "./colors.ts";

type WordsProps = {
  x: number;
  y: number;
  size?: number;
  fill?: string;
  bold?: boolean;
  anchor?: "start" | "middle" | "end";
  /** Draws a caret after the text. */
  caret?: boolean;
  children: string;
};

export function Words({
  x,
  y,
  size = 12,
  fill = INK,
  bold = false,
  anchor = "start",
  caret = false,
  children,
}: WordsProps): ReactElement {
  return (
    <text x={x} y={y} fontSize={size} fill={fill} fontWeight={bold ? 600 : 450} textAnchor={anchor}>
      {children}
      {caret && <tspan fill={SIGNAL}>|</tspan>}
    </text>
  );
}

type SheetProps = {
  x: number;
  y: number;
  width: number;
  height: number;
  on?: boolean;
  opacity?: number;
};

export function Sheet({ on = false, ...box }: SheetProps): ReactElement {
  return <rect {...box} rx={6} className={on ? "desk-sheet desk-on" : "desk-sheet"} />;
}
