import type { ReactElement } from "react";
import { Frame } from "./Frame.tsx";
import { Say } from "./Say.tsx";

const TITLES = [
  { title: "Why lighthouses blink", searched: "often", share: 98 },
  { title: "How to read a lighthouse", searched: "sometimes", share: 62 },
  { title: "The List of Lights", searched: "seldom", share: 26 },
] as const;

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
            <Say x={40} y={y + 21}>
              {title}
            </Say>
            <rect className="desk-track" x="200" y={y + 24} width="98" height="4" rx="2" />
            <rect
              className={at === 0 ? "desk-signal-bar" : "desk-ink-bar"}
              x="200"
              y={y + 24}
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

const DAYS = ["Tue", "Wed", "Thu"];

export function Schedule(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="12" y="14" width="296" height="140" rx="5" />
      <path className="desk-rule" d="M12 35h296M111 35v89M209 35v89" />
      {DAYS.map((day, at) => (
        <Say key={day} x={20 + at * 98.5} y={29} as={at === 2 ? "hot" : "note"}>
          {day}
        </Say>
      ))}
      <rect className="desk-sheet" x="17" y="43" width="89" height="51" rx="4" />
      <Say x={24} y={58} as="note">
        07:00
      </Say>
      <Say x={24} y={72} as="note">
        Tide tables
      </Say>
      <Say x={24} y={86} as="note">
        uploaded ✓
      </Say>
      <rect className="desk-sheet desk-on" x="214" y="43" width="89" height="76" rx="4" />
      <Frame x={221} y={49} width={75} height={22} picture="rhythm" />
      <Say x={221} y={85} as="hot">
        07:00
      </Say>
      <Say x={221} y={99} as="note">
        Why light-
      </Say>
      <Say x={221} y={112} as="note">
        houses blink
      </Say>
      <path className="desk-now" d="M12 129h148" />
      <circle className="desk-dot" cx="160" cy="129" r="3.5" />
      <Say x={20} y={146} as="note">
        now, 03:12: rendering while you sleep
      </Say>
    </>
  );
}
