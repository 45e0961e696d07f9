import { SECOND } from "#shared/instant.ts";
import { validFrom } from "../../users/index.ts";

/** Waits until the second of `ended` is over, because sign-ins in that second are refused (`validFrom`). */
export async function untilSignInsCount(ended: Date): Promise<void> {
  const left = validFrom(ended) * SECOND - Date.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
