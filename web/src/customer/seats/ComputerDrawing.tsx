import type { ReactElement } from "react";

export function ComputerDrawing({
  occupied,
  className,
}: {
  occupied: boolean;
  className: string;
}): ReactElement {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 62" className={className} fill="none" strokeLinejoin="round">
      <g
        className={occupied ? "text-quiet" : "text-edge"}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray={occupied ? undefined : "3 3"}
      >
        <rect vectorEffect="non-scaling-stroke" x="13" y="2" width="70" height="46" rx="4" />
        <path vectorEffect="non-scaling-stroke" d="M8 48h80l5 6H3z" />
      </g>
      {occupied && (
        <>
          <path
            d="M26 15h32M26 24h22M26 33h14"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            className="text-faint"
          />
          <path d="M57 26v14l12-7z" className="fill-signal" />
        </>
      )}
    </svg>
  );
}
