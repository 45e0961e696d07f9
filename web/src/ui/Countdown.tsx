import { type ReactElement, useEffect, useState } from "react";
import { formatCountdown } from "./countdown.ts";
import { clockSkew } from "./serverClock.ts";

const TICK_MS = 1000;

type CountdownProps = {
  endAt: string;
  /** The server's clock less the browser's, in milliseconds; by default as its last answer said. */
  skew?: number;
  className?: string;
};

/** Ticks each second; nothing at all where the end is no time. Not read out at each tick. */
export function Countdown({ endAt, skew = clockSkew(), className }: CountdownProps): ReactElement | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = formatCountdown(endAt, now + skew);
  if (left === null) return null;
  return (
    <span role="timer" aria-live="off" className={className}>
      {left}
    </span>
  );
}
