import type { ReactElement } from "react";
import { FeatureScene } from "../landing/FeatureScene.tsx";
import { Frame } from "../landing/Frame.tsx";
import { Say } from "../landing/Say.tsx";
import type { StepId } from "./content.ts";

/** Uses the landing page's pictures, and two drawn in the same style for the steps that it lacks. */
export function StepScene({ id }: { id: StepId }): ReactElement {
  if (id !== "article" && id !== "publish") return <FeatureScene id={id} />;
  return (
    <svg aria-hidden="true" viewBox="0 0 320 168" className="desk block w-full">
      {id === "article" ? <Article /> : <Publish />}
    </svg>
  );
}

const ARTICLE = [
  "From the sea at night, every",
  "lighthouse is the same thing: one",
  "white point on black water.",
  "So each was given a rhythm.",
] as const;

/** The web page on the left, the extracted article on the right. */
function Article(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="12" y="14" width="142" height="140" rx="5" />
      <path className="desk-rule" d="M12 32h142" />
      <Say x={20} y={26} as="note">
        almanac.example
      </Say>
      <rect className="desk-gap" x="20" y="38" width="76" height="13" rx="2" />
      <Say x={24} y={47} as="note">
        Home News Shop
      </Say>
      <rect className="desk-gap" x="104" y="38" width="42" height="26" rx="2" />
      <Say x={116} y={54} as="note">
        Ad
      </Say>
      <Say x={20} y={80}>
        Why lighthouses blink
      </Say>
      {ARTICLE.map((words, at) => (
        <Say key={words} x={20} y={94 + at * 11} as="note">
          {words}
        </Say>
      ))}
      <rect className="desk-gap" x="20" y="135" width="126" height="13" rx="2" />
      <Say x={24} y={144} as="note">
        Cookies: accept all?
      </Say>
      <path className="desk-thread" d="M146 92c16 0 10-8 24-8" />
      <rect className="desk-sheet desk-on" x="170" y="38" width="138" height="92" rx="5" />
      <Say x={180} y={57}>
        Why lighthouses blink
      </Say>
      {ARTICLE.map((words, at) => (
        <Say key={words} x={180} y={73 + at * 11} as="note">
          {words}
        </Say>
      ))}
      <Say x={180} y={122} as="hot">
        source kept for each sentence
      </Say>
    </>
  );
}

/** The finished video and its title, ready for the channel. */
function Publish(): ReactElement {
  return (
    <>
      <rect className="desk-sheet" x="12" y="14" width="150" height="140" rx="5" />
      <Frame x={20} y={22} width={134} height={76} picture="rhythm" />
      <Say x={20} y={114}>
        Why lighthouses blink
      </Say>
      <Say x={20} y={127} as="note">
        Each light has its own rhythm.
      </Say>
      <Say x={20} y={143} as="hot">
        lighthouse, sea, navigation
      </Say>
      <path className="desk-thread" d="M162 48c16 0 8-12 24-12" />
      {QUEUE.map(({ title, when }, at) => (
        <g key={title}>
          <rect
            className={at === 0 ? "desk-sheet desk-on" : "desk-sheet"}
            x="186"
            y={14 + at * 49}
            width="122"
            height="42"
            rx="5"
          />
          <Say x={195} y={31 + at * 49} as={at === 0 ? "hot" : "note"}>
            {when}
          </Say>
          <Say x={195} y={46 + at * 49}>
            {title}
          </Say>
        </g>
      ))}
    </>
  );
}

const QUEUE = [
  { title: "Why lighthouses blink", when: "Thu, 07:00 · uploading" },
  { title: "The keeper's logbook", when: "Next Tue · in review" },
  { title: "Tide tables", when: "Tue, 07:00 · published" },
] as const;
