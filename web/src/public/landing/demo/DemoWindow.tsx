import type { ReactElement } from "react";
import { Icon } from "../../../ui/Icon.tsx";
import { DEMO_ID, FILM, REST, sceneAt, timecode, waveform } from "./film.ts";
import { Scene } from "./Scene.tsx";

const WAVE = waveform(120, 3, 13);
const SHARES = ["grow-[3]", "grow-[5]", "grow-[3]", "grow-[4]"];
const RESTING = sceneAt(REST).index;

/** Marks the scene that plays. live/demo.ts moves the mark. */
const on = (at: number): { "data-on"?: "" } => (at === RESTING ? { "data-on": "" } : {});

export function DemoWindow(): ReactElement {
  return (
    <figure
      id={DEMO_ID}
      aria-label="The application: an article on the left becomes a video on the right"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-float select-none"
    >
      <div className="flex h-10 items-center gap-4 border-b border-line px-4">
        <svg aria-hidden="true" viewBox="0 0 44 10" className="h-2.5 w-11 fill-line">
          <circle cx="5" cy="5" r="5" />
          <circle cx="22" cy="5" r="5" />
          <circle cx="39" cy="5" r="5" />
        </svg>
        <p className="truncate text-xs text-quiet">{FILM.title}</p>
        <p className="ml-auto text-xs text-faint">Draft 2</p>
      </div>

      <div className="grid sm:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
        <div className="hidden border-r border-line p-4 sm:block">
          <p className="text-sm font-semibold tracking-tight">{FILM.title}</p>
          <p className="mt-2 text-[0.8125rem] leading-[1.375rem] text-quiet">
            {FILM.scenes.map(({ name, sentence }, at) => (
              <span key={name}>
                <span
                  data-demo-sentence={at}
                  {...on(at)}
                  className="rounded-[3px] box-decoration-clone transition-colors duration-200 data-on:bg-signal-soft data-on:text-ink"
                >
                  {sentence}
                </span>{" "}
              </span>
            ))}
          </p>
          <p className="mt-3 text-[0.8125rem] leading-[1.375rem] text-faint">{FILM.left}</p>
        </div>

        <div className="min-w-0 p-3 sm:p-4">
          {FILM.scenes.map(({ name, caption }, at) => (
            <div
              key={name}
              data-demo-scene={caption}
              hidden={at !== RESTING}
              className="relative aspect-video overflow-hidden rounded-control"
            >
              <Scene index={at} />
              <p className="demo-caption absolute inset-x-0 bottom-0 px-4 pb-3 text-[0.8125rem] font-semibold whitespace-nowrap max-sm:px-3 sm:text-[0.9375rem]">
                {caption.split(" ").map((word, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the words of one caption never move
                  <span key={place} data-demo-word="" className="demo-said">
                    {word}{" "}
                  </span>
                ))}
              </p>
            </div>
          ))}

          <div className="mt-3 flex items-center gap-2">
            <button
              type="button"
              aria-label="Play the demo"
              className="group grid size-8 place-items-center rounded-control text-quiet hover:bg-raised hover:text-ink"
            >
              <Icon name="play" className="size-3.5 group-data-playing:hidden" />
              <Icon name="pause" className="hidden size-3.5 group-data-playing:block" />
            </button>
            <span data-demo-clock="" className="figures text-xs text-quiet">
              {timecode(REST)}
            </span>
            <span className="figures ml-auto text-xs text-faint">{timecode(1)}</span>
          </div>

          <div
            role="slider"
            tabIndex={0}
            aria-label="Position in the demo"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={REST * 100}
            aria-valuetext={FILM.scenes[RESTING]?.caption}
            className="relative mt-2 cursor-ew-resize touch-pan-y rounded-small"
          >
            <div className="flex gap-1">
              {FILM.scenes.map(({ name }, at) => (
                <div
                  key={name}
                  data-demo-clip={at}
                  {...on(at)}
                  className={`min-w-0 basis-0 truncate rounded-small border border-line bg-raised px-2 py-1.5 text-[0.6875rem] leading-4 font-medium text-quiet transition-colors data-on:border-signal/60 data-on:bg-signal-soft data-on:text-signal-ink ${SHARES[at]}`}
                >
                  {name}
                </div>
              ))}
            </div>
            <div className="mt-1 rounded-small border border-line bg-raised px-1 py-0.5">
              <svg
                aria-hidden="true"
                viewBox="0 0 360 26"
                preserveAspectRatio="none"
                className="h-6 w-full text-quiet sm:h-10"
              >
                <path d={WAVE} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
              </svg>
            </div>
            <div className="mt-1 flex gap-1 text-[0.6875rem] leading-4 font-medium text-quiet">
              <div className="min-w-0 grow-[11] basis-0 truncate rounded-small border border-line bg-raised px-2 py-1">
                music, slow, 72 bpm
              </div>
              <div className="min-w-0 grow-[4] basis-0 truncate rounded-small border border-line bg-raised px-2 py-1">
                fade
              </div>
            </div>
            {/* As wide as the track, so that `translateX(50%)` is the middle of the film. */}
            <div
              data-demo-head=""
              className="pointer-events-none absolute inset-x-0 -top-1.5 -bottom-1 demo-head"
            >
              <div className="absolute inset-y-0 -left-px w-0.5 bg-signal" />
              <svg
                aria-hidden="true"
                viewBox="0 0 12 8"
                className="absolute -top-px -left-1.5 h-2 w-3 fill-signal"
              >
                <path d="M1 0h10L6 7z" />
              </svg>
            </div>
          </div>
        </div>
      </div>
    </figure>
  );
}
