import type { ReactElement } from "react";
import type { FeatureId } from "../content.ts";

/**
 * Small drawings of the same desk, 320 × 168: paper, ink, hairlines and the one signal color,
 * so that they follow the theme.
 */
export function FeatureScene({ id }: { id: FeatureId }): ReactElement {
  const Drawing = DRAWINGS[id];
  return (
    <svg aria-hidden="true" viewBox="0 0 320 168" className="desk block w-full">
      <Drawing />
    </svg>
  );
}

function Script(): ReactElement {
  return (
    <>
      <path className="desk-text" d="M28 40h92M28 54h84M28 68h96M28 82h70M28 96h90M28 110h94M28 124h58" />
      <path className="desk-mark" d="M24 61h104v28H24z" />
      <path className="desk-text" d="M28 68h96M28 82h70" />
      <path className="desk-thread" d="M128 75c26 0 22-15 46-15" />
      <rect className="desk-sheet" x="174" y="30" width="122" height="26" rx="5" />
      <rect className="desk-sheet desk-on" x="174" y="62" width="122" height="34" rx="5" />
      <rect className="desk-sheet" x="174" y="102" width="122" height="26" rx="5" />
      <path className="desk-text" d="M204 43h70M204 74h78M204 85h50M204 115h62" />
      <path className="desk-signal-line" d="M186 79h6" />
      <path className="desk-ink-line" d="M186 43h6M186 115h6" />
    </>
  );
}

const TAKES = [
  "M52 39v6M58 35v14M64 31v22M70 37v10M76 33v18M82 39v6M88 34v16M94 30v24M100 36v12M106 40v4",
  "M52 81v6M58 76v16M64 71v26M70 79v10M76 74v20M82 70v28M88 78v12M94 73v22M100 81v6M106 77v14M112 71v26M118 79v10M124 75v18M130 82v4",
  "M52 123v6M58 119v14M64 115v22M70 122v8M76 117v18M82 123v6",
];

function Voice(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="24" y="24" width="272" height="36" rx="5" />
      <rect className="desk-sheet desk-on" x="24" y="66" width="272" height="36" rx="5" />
      <rect className="desk-sheet" x="24" y="108" width="272" height="36" rx="5" />
      <path className="desk-ink-line" d={TAKES[0]} />
      <path className="desk-signal-line" d={TAKES[1]} />
      <path className="desk-ink-line" d={TAKES[2]} />
      <path className="desk-text" d="M170 42h92M170 84h108M170 126h74" />
      <path className="desk-play" d="M35 79v10l8-5z" />
      <path className="desk-ink-play" d="M35 37v10l8-5zM35 121v10l8-5z" />
    </>
  );
}

function Music(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="24" y="28" width="84" height="30" rx="5" />
      <rect className="desk-sheet" x="186" y="28" width="70" height="30" rx="5" />
      <path
        className="desk-ink-line"
        d="M34 40v6M40 36v14M46 41v4M52 37v12M58 34v18M64 40v6M70 37v12M76 41v4M82 36v14M88 40v6M94 42v2M196 40v6M202 36v14M208 39v8M214 34v18M220 40v6M226 37v12M232 41v4M238 38v10M244 41v4"
      />
      <path className="desk-signal-fill" d={`${MUSIC_LEVEL}V142H24z`} />
      <path className="desk-signal-line" d={MUSIC_LEVEL} />
      <path className="desk-rule" d="M24 142h272" />
    </>
  );
}

/** Low under each of the two voices, high between and after them. */
const MUSIC_LEVEL = "M24 118h80c18 0 8-38 26-38h30c18 0 8 38 26 38h66c18 0 8-38 26-38h18";

function Cut(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="24" y="34" width="64" height="40" rx="5" />
      <rect className="desk-sheet desk-on desk-lift" x="94" y="24" width="92" height="40" rx="5" />
      <rect className="desk-gap" x="94" y="34" width="92" height="40" rx="5" />
      <rect className="desk-sheet" x="192" y="34" width="104" height="40" rx="5" />
      <path className="desk-ink-line" d="M34 64l14-16 10 10 8-7 12 13M204 64l16-20 14 14 10-8 18 14" />
      <path className="desk-signal-line" d="M106 54l16-18 14 12 12-9 20 15" />
      <rect className="desk-sheet" x="24" y="84" width="126" height="20" rx="5" />
      <rect className="desk-sheet" x="156" y="84" width="140" height="20" rx="5" />
      <path className="desk-text" d="M34 94h56M166 94h84" />
      <rect className="desk-sheet" x="24" y="112" width="272" height="24" rx="5" />
      <path
        className="desk-ink-line"
        d="M34 120v8M42 117v14M50 121v6M58 118v12M66 116v16M74 121v6M82 119v10M90 116v16M98 120v8M106 118v12M114 121v6M122 117v14M130 119v10M138 121v6M146 116v16M154 119v10M162 121v6M170 118v12M178 120v8M186 116v16M194 121v6M202 118v12M210 117v14M218 121v6M226 119v10M234 116v16M242 120v8M250 118v12M258 121v6M266 117v14M274 120v8M284 121v6"
      />
      <path className="desk-head" d="M212 20v124" />
      <path className="desk-play" d="M207 17h10l-5 7z" />
    </>
  );
}

function Search(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="24" y="26" width="272" height="28" rx="14" />
      <circle className="desk-ring" cx="42" cy="39" r="5" />
      <path className="desk-ink-line" d="M46 43l4 4" />
      <path className="desk-text" d="M62 40h96" />
      <path className="desk-signal-line" d="M166 33v14" />
      <path className="desk-text" d="M28 78h118M28 102h94M28 126h106" />
      <rect className="desk-track" x="196" y="74" width="100" height="8" rx="4" />
      <rect className="desk-signal-bar" x="196" y="74" width="88" height="8" rx="4" />
      <rect className="desk-track" x="196" y="98" width="100" height="8" rx="4" />
      <rect className="desk-ink-bar" x="196" y="98" width="54" height="8" rx="4" />
      <rect className="desk-track" x="196" y="122" width="100" height="8" rx="4" />
      <rect className="desk-ink-bar" x="196" y="122" width="38" height="8" rx="4" />
    </>
  );
}

const COLUMNS = [24, 79, 134, 189, 244];

function Schedule(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="24" y="24" width="275" height="120" rx="5" />
      <path className="desk-rule" d="M24 52h275" />
      <path className="desk-text" d="M34 38h22M89 38h18M144 38h26M199 38h20M254 38h18" />
      {COLUMNS.slice(1).map((x) => (
        <path key={x} className="desk-rule" d={`M${x} 52v92`} />
      ))}
      <rect className="desk-sheet" x="30" y="82" width="43" height="22" rx="4" />
      <rect className="desk-sheet" x="140" y="106" width="43" height="22" rx="4" />
      <rect className="desk-sheet desk-on" x="195" y="66" width="43" height="34" rx="4" />
      <path className="desk-play" d="M213 77v12l9-6z" />
      <path className="desk-text" d="M38 93h22M148 117h20" />
      <path className="desk-now" d="M24 128h220" />
      <circle className="desk-dot" cx="244" cy="128" r="3.5" />
    </>
  );
}

const DRAWINGS: Record<FeatureId, () => ReactElement> = {
  script: Script,
  voice: Voice,
  music: Music,
  cut: Cut,
  search: Search,
  schedule: Schedule,
};
