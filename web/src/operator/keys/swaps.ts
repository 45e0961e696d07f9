export function swapTone(today: number, most: number): "good" | "warn" | "bad" {
  if (today >= most) return "bad";
  return today >= most * 0.8 ? "warn" : "good";
}
