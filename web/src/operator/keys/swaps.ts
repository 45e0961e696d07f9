export function swapTone(today: number, most: number): "good" | "warn" | "bad" {
  if (today >= most) return "bad";
  return today >= most * 0.8 ? "warn" : "good";
}

/** Why a key can have had more computers than swaps. */
export const SWAP_RULE =
  "After the application has deactivated a computer, the next computer counts as a swap only if it activates within a day of the last one.";
