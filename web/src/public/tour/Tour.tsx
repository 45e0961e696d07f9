import { type ReactElement, useEffect, useRef, useState } from "react";
import { BRAND } from "#shared/brand.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/Icon.tsx";
import { openModal } from "../../ui/openModal.ts";
import { Stage } from "./pictures/Stage.tsx";
import { CAPTIONS, CHAPTERS, captionAt, chapterAt, clock, LENGTH, stillOf } from "./script.ts";
import { useTour } from "./useTour.ts";

/**
 * A drawn tour of two minutes. Each picture depends only on the time, so viewers can stop and seek. For visitors who
 * prefer reduced motion, it shows one still per caption.
 */
export function Tour({ onClose }: { onClose: () => void }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const control = useRef<HTMLButtonElement>(null);
  const [calm] = useState(() => window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  const { time, playing, play, pause, seek } = useTour();

  useEffect(() => {
    const element = dialog.current;
    openModal(element);
    control.current?.focus();
    return () => element?.close();
  }, []);

  const chapter = chapterAt(time);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="tour-title"
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-1rem)] w-[calc(100%-1rem)] max-w-[58rem] animate-enter overflow-y-auto rounded-card border border-line bg-surface text-ink shadow-float backdrop:bg-scrim"
    >
      <div className="flex h-12 items-center gap-3 border-b border-line pr-1 pl-4">
        <h2 id="tour-title" className="flex-1 truncate text-sm tracking-normal">
          {BRAND.name} in two minutes
        </h2>
        <button
          type="button"
          aria-label="Close the demo"
          onClick={() => dialog.current?.close()}
          className="grid size-10 place-items-center rounded-control text-quiet hover:bg-raised hover:text-ink"
        >
          <Icon name="close" className="size-4" />
        </button>
      </div>

      <Stage time={calm ? stillOf(time) : time} />
      <p className="flex min-h-19 items-center max-[21rem]:min-h-25 justify-center border-y border-line bg-paper px-5 py-3 text-center text-[1.0625rem] leading-6 font-medium text-balance">
        {CAPTIONS[captionAt(time)]?.text}
      </p>

      <div className="px-4 pt-3 pb-4">
        <div className="flex items-center gap-3">
          <Button
            ref={control}
            variant="primary"
            aria-label={playing ? "Pause" : "Play"}
            onClick={playing ? pause : play}
            className="w-11 px-0"
          >
            <Icon name={playing ? "pause" : "play"} className="size-4" />
          </Button>
          <input
            type="range"
            aria-label="Position"
            aria-valuetext={`${clock(time)} of ${clock(LENGTH)}, ${CHAPTERS[chapter]?.name}`}
            min={0}
            max={LENGTH}
            step={1}
            value={Math.floor(time)}
            onChange={(event) => seek(Number(event.target.value))}
            className="min-w-0 flex-1 accent-signal"
          />
          <span className="figures text-sm whitespace-nowrap text-quiet">
            {clock(time)} / {clock(LENGTH)}
          </span>
        </div>
        <div className="mt-2 -ml-2 grid grid-cols-3 justify-items-start gap-x-1 sm:flex">
          {CHAPTERS.map(({ name, from }, at) => (
            <button
              key={name}
              type="button"
              aria-current={at === chapter ? "step" : undefined}
              onClick={() => seek(from)}
              className={cx(
                "h-9 rounded-control px-2.5 text-sm hover:bg-raised hover:text-ink",
                at === chapter
                  ? "font-medium text-ink underline decoration-signal decoration-2 underline-offset-4"
                  : "text-quiet",
              )}
            >
              {name}
            </button>
          ))}
        </div>
        <details className="mt-2 text-sm">
          <summary className="flex w-fit items-center gap-1.5 rounded-small py-1 text-quiet hover:text-ink">
            Read it instead
            <Icon name="chevronDown" className="size-3.5" />
          </summary>
          {CHAPTERS.map(({ name, from }, at) => (
            <div key={name} className="mt-3 max-w-[42.5rem]">
              <h3 className="text-sm tracking-normal">{name}</h3>
              <p className="mt-1 text-quiet">
                {CAPTIONS.filter(
                  (line) => line.from >= from && line.from < (CHAPTERS[at + 1]?.from ?? LENGTH),
                )
                  .map(({ text }) => text)
                  .join(" ")}
              </p>
            </div>
          ))}
        </details>
      </div>
    </dialog>
  );
}
