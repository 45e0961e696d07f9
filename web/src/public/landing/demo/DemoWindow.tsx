import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useRef,
} from "react";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { FILM, timecode, waveform } from "./film.ts";
import { Scene } from "./Scene.tsx";
import { usePlayhead } from "./usePlayhead.ts";

export const DEMO_ID = "demo";

const WAVE = waveform(120, 3, 13);
const SHARES = ["grow-[3]", "grow-[5]", "grow-[3]", "grow-[4]"];
const KEY_STEP = 0.02;

/** The application, drawn: the article on the left becomes the film on the right. */
export function DemoWindow(): ReactElement {
  const frame = useRef<HTMLElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const clock = useRef<HTMLSpanElement>(null);

  const paint = useCallback((t: number, progress: number) => {
    head.current?.style.setProperty("transform", `translateX(${t * 100}%)`);
    const film = picture.current?.querySelector<SVGElement>(".film");
    film?.style.setProperty("--p", String(progress));
    slider.current?.setAttribute("aria-valuenow", String(Math.round(t * 100)));
    if (clock.current) clock.current.textContent = timecode(t);
  }, []);
  const { scene, tenth, playing, play, pause, seek, time } = usePlayhead(
    useCallback(() => frame.current, []),
    paint,
  );

  useEffect(() => {
    const replay = (): void => {
      if (window.location.hash === `#${DEMO_ID}`) play(0);
    };
    window.addEventListener("hashchange", replay);
    return () => window.removeEventListener("hashchange", replay);
  }, [play]);

  const toPointer = (event: PointerEvent<HTMLElement>): void => {
    // A finger scrolls the page; it plays only where it was put down on the timeline itself.
    if (event.type === "pointermove" && event.pointerType !== "mouse" && event.buttons === 0) return;
    if (playing && event.type === "pointermove") return;
    const box = event.currentTarget.getBoundingClientRect();
    seek((event.clientX - box.left) / box.width);
  };
  const toKey = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = {
      ArrowRight: KEY_STEP,
      ArrowUp: KEY_STEP,
      ArrowLeft: -KEY_STEP,
      ArrowDown: -KEY_STEP,
    };
    const step = steps[event.key];
    if (step !== undefined) seek(time() + step);
    else if (event.key === "Home") seek(0);
    else if (event.key === "End") seek(1);
    else return;
    event.preventDefault();
  };

  const now = FILM.scenes[scene] ?? FILM.scenes[0];
  const words = now.caption.split(" ");
  const spoken = Math.ceil((Math.min(10, tenth + 1) / 9) * words.length);

  return (
    <figure
      ref={frame}
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
                  className={cx(
                    "rounded-[3px] box-decoration-clone transition-colors duration-200",
                    at === scene && "bg-signal-soft text-ink",
                  )}
                >
                  {sentence}
                </span>{" "}
              </span>
            ))}
          </p>
          <p className="mt-3 text-[0.8125rem] leading-[1.375rem] text-faint">{FILM.left}</p>
        </div>

        <div className="min-w-0 p-3 sm:p-4">
          <div ref={picture} className="relative aspect-video overflow-hidden rounded-control">
            <Scene key={scene} index={scene} />
            <p
              key={now.name}
              className="demo-caption absolute inset-x-0 bottom-0 px-4 pb-3 text-[0.8125rem] font-semibold whitespace-nowrap max-sm:px-3 sm:text-[0.9375rem]"
            >
              {words.map((word, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the words of one caption never move
                <span key={at} className={at < spoken ? "demo-said" : "demo-unsaid"}>
                  {word}{" "}
                </span>
              ))}
            </p>
          </div>

          <div className="mt-3 flex items-center gap-2">
            <button
              type="button"
              aria-label={playing ? "Pause the demo" : "Play the demo"}
              onClick={() => (playing ? pause() : play())}
              className="grid size-8 place-items-center rounded-control text-quiet hover:bg-raised hover:text-ink"
            >
              <Icon name={playing ? "pause" : "play"} className="size-3.5" />
            </button>
            <span ref={clock} className="figures text-xs text-quiet">
              0:06
            </span>
            <span className="figures ml-auto text-xs text-faint">0:15</span>
          </div>

          <div
            ref={slider}
            role="slider"
            tabIndex={0}
            aria-label="Position in the demo"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={42}
            aria-valuetext={now.caption}
            onKeyDown={toKey}
            onPointerMove={toPointer}
            onPointerDown={toPointer}
            className="relative mt-2 cursor-ew-resize touch-pan-y rounded-small"
          >
            <div className="flex gap-1">
              {FILM.scenes.map(({ name }, at) => (
                <div
                  key={name}
                  className={cx(
                    "min-w-0 basis-0 truncate rounded-small border px-2 py-1.5 text-[0.6875rem] leading-4 font-medium transition-colors",
                    SHARES[at],
                    at === scene
                      ? "border-signal/60 bg-signal-soft text-signal-ink"
                      : "border-line bg-raised text-quiet",
                  )}
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
            {/* As wide as the track, so that moving it by a share of itself is a share of the film. */}
            <div ref={head} className="pointer-events-none absolute inset-x-0 -top-1.5 -bottom-1 demo-head">
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
