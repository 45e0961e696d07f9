import { useCallback, useEffect, useState } from "react";
import { LENGTH } from "./script.ts";

/** The longest step, in seconds. While the tab is hidden, the tour makes no steps, and it must not skip that time. */
const LONGEST_STEP = 0.2;

type TourClock = {
  time: number;
  playing: boolean;
  play: () => void;
  pause: () => void;
  seek: (time: number) => void;
};

/** The tour's clock. It stops at the end; playing again starts from the beginning. */
export function useTour(): TourClock {
  const [time, setTime] = useState(0);
  const [playing, setPlaying] = useState(true);

  useEffect(() => {
    if (!playing) return undefined;
    let before = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const passed = Math.min(LONGEST_STEP, Math.max(0, (now - before) / 1000));
      before = now;
      setTime((last) => Math.min(LENGTH, last + passed));
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  useEffect(() => {
    if (time >= LENGTH) setPlaying(false);
  }, [time]);

  return {
    time,
    playing,
    play: useCallback(() => {
      setTime((last) => (last >= LENGTH ? 0 : last));
      setPlaying(true);
    }, []),
    pause: useCallback(() => setPlaying(false), []),
    seek: useCallback((to: number) => setTime(Math.min(LENGTH, Math.max(0, to))), []),
  };
}
