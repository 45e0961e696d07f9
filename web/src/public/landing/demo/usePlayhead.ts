import { useCallback, useEffect, useRef, useState } from "react";
import { sceneAt } from "./film.ts";

const RUN_MS = 15_000;
/** Where the film stands in the HTML, and where it rests for people who want no motion. */
export const REST = 0.42;

type Playhead = {
  scene: number;
  /** Tenths of the scene that have played: enough for the caption, and ten renders a scene. */
  tenth: number;
  playing: boolean;
  play: (from?: number) => void;
  pause: () => void;
  seek: (t: number) => void;
  time: () => number;
};

/** Plays once when it first comes into view, then goes where it is sent. `paint` sets the frame's own styles. */
export function usePlayhead(
  element: () => Element | null,
  paint: (t: number, progress: number) => void,
): Playhead {
  const time = useRef(REST);
  const frame = useRef(0);
  const started = useRef(false);
  const rest = sceneAt(REST);
  const [shown, setShown] = useState({ scene: rest.index, tenth: Math.round(rest.progress * 10) });
  const [playing, setPlaying] = useState(false);
  const painter = useRef(paint);
  painter.current = paint;

  const show = useCallback((t: number) => {
    time.current = Math.min(1, Math.max(0, t));
    const { index, progress } = sceneAt(time.current);
    const tenth = Math.round(progress * 10);
    setShown((now) => (now.scene === index && now.tenth === tenth ? now : { scene: index, tenth }));
    painter.current(time.current, progress);
  }, []);

  const pause = useCallback(() => {
    cancelAnimationFrame(frame.current);
    setPlaying(false);
  }, []);

  const play = useCallback(
    (from?: number) => {
      cancelAnimationFrame(frame.current);
      started.current = true;
      const first = from ?? (time.current >= 1 ? 0 : time.current);
      const begin = performance.now() - first * RUN_MS;
      const step = (now: number): void => {
        const t = (now - begin) / RUN_MS;
        show(t);
        if (t < 1) frame.current = requestAnimationFrame(step);
        else setPlaying(false);
      };
      setPlaying(true);
      frame.current = requestAnimationFrame(step);
    },
    [show],
  );

  const seek = useCallback(
    (t: number) => {
      started.current = true;
      pause();
      show(t);
    },
    [pause, show],
  );

  useEffect(() => {
    const seen = element();
    if (seen === null || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (started.current || !entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        play(0);
      },
      { threshold: 0.6 },
    );
    observer.observe(seen);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame.current);
    };
  }, [element, play]);

  return { ...shown, playing, play, pause, seek, time: () => time.current };
}
