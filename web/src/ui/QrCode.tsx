import type { ReactElement } from "react";
import { encode } from "uqr";

/** Dark on white in both themes, as cameras require. One path with a square per dark module. */
export default function QrCode({ text, title }: { text: string; title: string }): ReactElement {
  const { data, size } = encode(text, { border: 2, ecc: "M" });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={title}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-small"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
