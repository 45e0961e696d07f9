/** A warning from 80 percent of the daily maximum on, red at the maximum. */
export function swapTone(today: number, most: number): "good" | "warn" | "bad" {
  if (today >= most) return "bad";
  return today >= most * 0.8 ? "warn" : "good";
}
