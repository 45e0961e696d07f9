const DAY = 86_400_000;

/** The remaining time as `HH:MM:SS`, with unlimited hours; `00:00:00` afterwards; null if `endAt` is invalid. */
export function formatCountdown(endAt: string, now: number): string | null {
  const end = Date.parse(endAt);
  if (Number.isNaN(end)) return null;
  const seconds = Math.max(0, Math.floor((end - now) / 1000));
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

/** The whole days that remain: `29 days`; empty below two days, or if `endAt` is invalid. */
export function daysIn(endAt: string, now: number): string {
  const days = Math.floor((Date.parse(endAt) - now) / DAY);
  return days > 1 ? `${days} days` : "";
}
