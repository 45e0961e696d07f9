import type { ReactElement } from "react";
import type { FeatureId } from "#shared/material/material.ts";
import { useMaterial } from "../material.ts";
import { Picture } from "../Picture.tsx";
import { Frame } from "./Frame.tsx";
import { Schedule, Search } from "./PublishingScenes.tsx";
import { Say } from "./Say.tsx";

/**
 * The real picture of a feature or, without one, a drawing of the application (320 × 168) with the hero's article and
 * the theme's colors. A drawing shows no real person or channel.
 */
export function FeatureScene({ id }: { id: FeatureId }): ReactElement {
  const picture = useMaterial().pictures[id];
  if (picture) return <Picture {...picture} className="block aspect-40/21 w-full object-cover" />;
  const Drawing = DRAWINGS[id];
  return (
    <svg aria-hidden="true" viewBox="0 0 320 168" className="desk block w-full">
      <Drawing />
    </svg>
  );
}

const ARTICLE = [
  { y: 53, words: "From the sea at night," },
  { y: 67, words: "each is one white point." },
  { y: 88, words: "So each was given its", hot: true },
  { y: 102, words: "own rhythm.", hot: true },
  { y: 123, words: "A sailor counts, and" },
  { y: 137, words: "knows which coast it is." },
];
const SCENES = [
  { name: "01 light · 3 s", said: "All look the same." },
  { name: "02 rhythm · 5 s", said: "Each has a rhythm." },
  { name: "03 list · 3 s", said: "Count, and know." },
];

function Script(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="12" y="14" width="150" height="140" rx="5" />
      <Say x={20} y={32}>
        Why lighthouses blink
      </Say>
      <path className="desk-mark" d="M17 75h140v33H17z" />
      {ARTICLE.map(({ y, words, hot }) => (
        <Say key={y} x={20} y={y} as={hot ? "hot" : "note"}>
          {words}
        </Say>
      ))}
      <path className="desk-thread" d="M157 91c14 0 8-7 21-7" />
      {SCENES.map(({ name, said }, at) => (
        <g key={name}>
          <rect
            className={at === 1 ? "desk-sheet desk-on" : "desk-sheet"}
            x="178"
            y={14 + at * 49}
            width="130"
            height="42"
            rx="5"
          />
          <Say x={186} y={30 + at * 49} as={at === 1 ? "hot" : "note"}>
            {name}
          </Say>
          <Say x={186} y={47 + at * 49}>
            {said}
          </Say>
        </g>
      ))}
    </>
  );
}

const TAKES = [
  {
    name: "01 light",
    said: "At night, all look the same.",
    wave: "M52 34v6M56 29v16M60 25v24M64 32v10M68 27v20M72 33v8M76 28v18M80 23v28M84 31v12M88 35v4",
  },
  {
    name: "02 rhythm",
    said: "So each was given a rhythm.",
    wave: "M52 83v6M56 77v18M60 72v28M64 81v10M68 75v22M72 71v30M76 80v12M80 74v24",
  },
  {
    name: "03 list",
    said: "Count it, know the coast.",
    wave: "M52 132v6M56 127v16M60 123v24M64 131v8M68 125v20M72 132v6M76 128v14M80 122v26M84 130v10M88 126v18M92 133v4",
  },
] as const;

function Voice(): ReactElement {
  return (
    <>
      {TAKES.map(({ name, said, wave }, at) => {
        const y = 14 + at * 49;
        const again = at === 1;
        return (
          <g key={name}>
            <rect
              className={again ? "desk-sheet desk-on" : "desk-sheet"}
              x="12"
              y={y}
              width="296"
              height="42"
              rx="5"
            />
            {again ? (
              <circle className="desk-dot" cx="31" cy={y + 21} r="5" />
            ) : (
              <path className="desk-ink-play" d={`M27 ${y + 15}v12l10-6z`} />
            )}
            <path className={again ? "desk-signal-line" : "desk-ink-line"} d={wave} />
            <Say x={124} y={y + 17} as={again ? "hot" : "note"}>
              {again ? `${name} · recording take 2` : `${name} · take 1`}
            </Say>
            <Say x={124} y={y + 34}>
              {said}
            </Say>
          </g>
        );
      })}
      <path className="desk-gap" d="M86 86h30" />
    </>
  );
}

/** Low during the two sentences, high between and after them. */
const MUSIC_LEVEL = "M12 118h88c16 0 8-38 24-38h24c16 0 8 38 24 38h68c16 0 8-38 24-38h44";

function Music(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="12" y="14" width="92" height="36" rx="5" />
      <rect className="desk-sheet" x="166" y="14" width="80" height="36" rx="5" />
      <Say x={20} y={29} as="note">
        01 light
      </Say>
      <Say x={174} y={29} as="note">
        02 rhythm
      </Say>
      <path
        className="desk-ink-line"
        d="M22 38v4M28 34v12M34 37v6M40 35v10M46 32v15M52 37v6M58 34v11M64 38v4M70 33v13M76 37v6M82 39v2M88 35v9M176 37v6M182 33v13M188 36v7M194 32v15M200 37v6M206 34v11M212 38v4M218 35v9M224 37v5M230 34v11"
      />
      <Say x={12} y={68} as="hot">
        music · slow, 72 bpm · composed to 0:15
      </Say>
      <path className="desk-signal-fill" d={`${MUSIC_LEVEL}V144H12z`} />
      <path className="desk-signal-line" d={MUSIC_LEVEL} />
      <path className="desk-rule" d="M12 144h296" />
      <Say x={20} y={136} as="note">
        quiet under speech
      </Say>
      <Say x={308} y={160} as="note" end>
        ends with the video
      </Say>
      <Say x={12} y={160} as="note">
        0:00
      </Say>
    </>
  );
}

function Cut(): ReactElement {
  return (
    <>
      <Frame x={12} width={66} picture="light" />
      <rect className="desk-gap" x="84" y="26" width="98" height="52" rx="4" />
      <Frame x={188} width={56} picture="list" />
      <Frame x={250} width={58} picture="lens" />
      <g className="desk-lift">
        <Frame x={90} y={16} width={98} picture="rhythm" lifted />
      </g>
      {["01 light", "02 rhythm", "03 list", "04 lens"].map((name, at) => (
        <g key={name}>
          <rect
            className={at === 1 ? "desk-sheet desk-on" : "desk-sheet"}
            x={CLIPS[at]}
            y="86"
            width={WIDTHS[at] ?? 0}
            height="18"
            rx="4"
          />
          <Say x={(CLIPS[at] ?? 0) + 6} y={99} as={at === 1 ? "hot" : "note"}>
            {name}
          </Say>
        </g>
      ))}
      <rect className="desk-sheet" x="12" y="110" width="296" height="20" rx="4" />
      <path
        className="desk-ink-line"
        d="M20 117v6M27 114v12M34 118v4M41 113v14M48 116v8M55 119v2M90 115v10M97 112v16M104 118v4M111 114v12M118 112v16M125 117v6M132 115v10M139 118v4M146 113v14M153 117v6M192 116v8M199 113v14M206 118v4M213 114v12M220 117v6M254 115v10M261 118v4M268 113v14M275 116v8M282 112v16M289 117v6"
      />
      <rect className="desk-sheet" x="12" y="136" width="296" height="18" rx="4" />
      <Say x={20} y={149} as="note">
        music, slow, 72 bpm
      </Say>
      <path className="desk-head" d="M238 12v146" />
      <path className="desk-play" d="M233 9h10l-5 7z" />
    </>
  );
}
const CLIPS = [12, 84, 188, 250];
const WIDTHS = [66, 98, 56, 58];

const DRAWINGS: Record<FeatureId, () => ReactElement> = {
  script: Script,
  voice: Voice,
  music: Music,
  cut: Cut,
  search: Search,
  schedule: Schedule,
};
