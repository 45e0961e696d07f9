import { type ReactElement, useEffect, useState } from "react";
import { daysIn, formatCountdown } from "./countdown.ts";
import { clockSkew } from "./serverClock.ts";

const TICK_MS = 1000;

type CountdownProps = {
  endAt: string;
  /** Server clock minus browser clock, in milliseconds; default from the server's last answer. */
  skew?: number;
  className?: string;
};

/** Updates every second, without announcing each update. Renders nothing if `endAt` is invalid. */
export function Countdown({ endAt, skew = clockSkew(), className }: CountdownProps): ReactElement | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = formatCountdown(endAt, now + skew);
  if (left === null) return null;
  const days = daysIn(endAt, now + skew);
  return (
    <span>
      <span role="timer" aria-live="off" className={className}>
        {left}
      </span>
      {days !== "" && <span className="text-sm"> ({days})</span>}
    </span>
  );
}
