import type { ReactElement } from "react";
import { Frame } from "./Frame.tsx";
import { Say } from "./Say.tsx";

const TITLES = [
  { title: "Why lighthouses blink", searched: "often", share: 104 },
  { title: "How to read a lighthouse", searched: "sometimes", share: 62 },
  { title: "The List of Lights, explained", searched: "seldom", share: 26 },
] as const;

/** Suggested titles, ranked by how often people search for them. */
export function Search(): ReactElement {
  return (
    <>
      <Say x={14} y={27}>
        Suggested titles
      </Say>
      <Say x={306} y={27} as="note" end>
        searched for
      </Say>
      {TITLES.map(({ title, searched, share }, at) => {
        const y = 36 + at * 40;
        return (
          <g key={title}>
            <rect
              className={at === 0 ? "desk-sheet desk-on" : "desk-sheet"}
              x="12"
              y={y}
              width="296"
              height="33"
              rx="5"
            />
            <circle className="desk-ring" cx="27" cy={y + 16.5} r="5" />
            {at === 0 && <circle className="desk-dot" cx="27" cy={y + 16.5} r="3" />}
            <Say x={40} y={y + 20}>
              {title}
            </Say>
            <rect className="desk-track" x="194" y={y + 21} width="104" height="4" rx="2" />
            <rect
              className={at === 0 ? "desk-signal-bar" : "desk-ink-bar"}
              x="194"
              y={y + 21}
              width={share}
              height="4"
              rx="2"
            />
            <Say x={298} y={y + 15} as={at === 0 ? "hot" : "note"} end>
              {searched}
            </Say>
          </g>
        );
      })}
    </>
  );
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"];

/** A week of the channel's schedule. */
export function Schedule(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="12" y="14" width="296" height="140" rx="5" />
      <path className="desk-rule" d="M12 34h296M71 34v90M130 34v90M190 34v90M249 34v90" />
      {DAYS.map((day, at) => (
        <Say key={day} x={21 + at * 59.2} y={28} as={at === 3 ? "hot" : "note"}>
          {day}
        </Say>
      ))}
      <rect className="desk-sheet" x="75" y="44" width="51" height="40" rx="4" />
      <Say x={80} y={57} as="note">
        07:00
      </Say>
      <Say x={80} y={68} as="note">
        Tide tables
      </Say>
      <Say x={80} y={79} as="note">
        uploaded ✓
      </Say>
      <rect className="desk-sheet desk-on" x="192" y="44" width="55" height="66" rx="4" />
      <Frame x={197} y={49} width={45} height={24} picture="rhythm" />
      <Say x={197} y={84} as="hot">
        07:00
      </Say>
      <Say x={197} y={94} as="note">
        Why light-
      </Say>
      <Say x={197} y={104} as="note">
        houses blink
      </Say>
      <path className="desk-now" d="M12 130h181" />
      <circle className="desk-dot" cx="193" cy="130" r="3.5" />
      <Say x={187} y={145} as="note" end>
        now, 03:12: rendering while you sleep
      </Say>
    </>
  );
}
