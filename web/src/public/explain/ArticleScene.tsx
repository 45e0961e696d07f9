import type { ReactElement } from "react";
import { Say } from "../landing/Say.tsx";

const ARTICLE = ["From the sea at night,", "every lighthouse is", "one white point."] as const;

export function ArticleScene(): ReactElement {
  return (
    <svg aria-hidden="true" viewBox="0 0 320 168" className="desk block w-full">
      <rect className="desk-sheet" x="12" y="14" width="144" height="140" rx="5" />
      <path className="desk-rule" d="M12 34h144" />
      <Say x={20} y={28} as="note">
        almanac.example
      </Say>
      <rect className="desk-gap" x="20" y="41" width="76" height="17" rx="2" />
      <Say x={25} y={53} as="note">
        Home News
      </Say>
      <rect className="desk-gap" x="104" y="41" width="44" height="17" rx="2" />
      <Say x={118} y={53} as="note">
        Ad
      </Say>
      <Say x={20} y={76}>
        Why lighthouses blink
      </Say>
      {ARTICLE.map((words, at) => (
        <Say key={words} x={20} y={92 + at * 14} as="note">
          {words}
        </Say>
      ))}
      <rect className="desk-gap" x="20" y="131" width="128" height="17" rx="2" />
      <Say x={25} y={143} as="note">
        Accept all cookies?
      </Say>
      <path className="desk-thread" d="M148 90c20 0 8-8 20-8" />
      <rect className="desk-sheet desk-on" x="168" y="34" width="140" height="100" rx="5" />
      <Say x={176} y={54}>
        Why lighthouses blink
      </Say>
      {ARTICLE.map((words, at) => (
        <Say key={words} x={176} y={72 + at * 14} as="note">
          {words}
        </Say>
      ))}
      <Say x={176} y={123} as="hot">
        each with its source
      </Say>
    </svg>
  );
}
