export function swapTone(today: number, most: number): "good" | "warn" | "bad" {
  if (today >= most) return "bad";
  return today >= most * 0.8 ? "warn" : "good";
}

/** Why a key can have had more computers than swaps. */
export const SWAP_RULE =
  "If the application itself freed the seat, a new computer counts as a swap only if it activates less than a day after the previous computer did.";
