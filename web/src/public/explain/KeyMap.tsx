import type { ReactElement } from "react";

const WHAT_IT_SHOWS =
  "Your computer talks directly to the text, voice and music providers, with a separate provider key for each. Our servers never see these keys.";

export function KeyMap(): ReactElement {
  return (
    <>
      <WideMap />
      <NarrowMap />
    </>
  );
}

function NarrowMap(): ReactElement {
  return (
    <svg role="img" aria-label={WHAT_IT_SHOWS} viewBox="0 0 320 322" className="desk block w-full sm:hidden">
      <rect className="desk-sheet" x="1" y="1" width="318" height="146" rx="8" />
      <Label x={18} y={28} size={13}>
        Provider keys on this computer
      </Label>
      {["Text", "Voice", "Music"].map((name, at) => (
        <g key={name}>
          <path className="desk-thread" d={`M160 147C160 185 ${54 + at * 106} 160 ${54 + at * 106} 198`} />
          <rect className="desk-sheet desk-on" x="18" y={40 + at * 34} width="284" height="28" rx="5" />
          <Label x={30} y={58.5 + at * 34} size={12.5}>
            {name.toLowerCase()}
          </Label>
          <path className="key-dots" d={`M170 ${54 + at * 34}h120`} />
          <rect className="desk-sheet" x={2 + at * 107} y="198" width="102" height="44" rx="8" />
          <Label x={53 + at * 107} y={217} size={12.5} anchor="middle">
            {name}
          </Label>
          <Label x={53 + at * 107} y={233} size={12.5} anchor="middle">
            provider
          </Label>
        </g>
      ))}
      <rect className="desk-gap" x="48" y="276" width="224" height="40" rx="8" />
      <Label x={160} y={300.5} size={12.5} anchor="middle">
        Our servers: no provider keys
      </Label>
    </svg>
  );
}

function WideMap(): ReactElement {
  return (
    <svg role="img" aria-label={WHAT_IT_SHOWS} viewBox="0 0 560 300" className="desk hidden w-full sm:block">
      <path
        className="desk-thread"
        d="M250 120C330 120 330 52 400 52M250 150h150M250 180c80 0 80 68 150 68"
      />
      <path className="desk-dash" d="M138 222v34" />
      <rect className="desk-sheet" x="26" y="66" width="224" height="156" rx="8" />
      <path className="desk-rule" d="M26 92h224" />
      <circle className="desk-track" cx="42" cy="79" r="4" />
      <circle className="desk-track" cx="56" cy="79" r="4" />
      <circle className="desk-track" cx="70" cy="79" r="4" />
      <Label x={44} y={114} size={12}>
        Provider keys on this computer
      </Label>
      {["text", "voice", "music"].map((name, at) => (
        <g key={name} transform={`translate(0 ${at * 30})`}>
          <rect className="desk-sheet desk-on" x="44" y="124" width="188" height="24" rx="5" />
          <Label x={54} y={140} size={11}>
            {name}
          </Label>
          <path className="key-dots" d="M118 136h104" />
        </g>
      ))}
      {["Text provider", "Voice provider", "Music provider"].map((name, at) => (
        <g key={name} transform={`translate(0 ${at * 98})`}>
          <rect className="desk-sheet" x="400" y="30" width="136" height="44" rx="8" />
          <circle className="desk-dot" cx="418" cy="52" r="4" />
          <Label x={432} y={56.5} size={12}>
            {name}
          </Label>
        </g>
      ))}
      <rect className="desk-gap" x="44" y="256" width="188" height="34" rx="8" />
      <Label x={138} y={277} size={11} anchor="middle">
        Our servers: no provider keys
      </Label>
    </svg>
  );
}

type LabelProps = { x: number; y: number; size: number; anchor?: "start" | "middle"; children: string };

function Label({ x, y, size, anchor = "start", children }: LabelProps): ReactElement {
  return (
    <text x={x} y={y} fontSize={size} textAnchor={anchor} className="desk-label">
      {children}
    </text>
  );
}
