import { SECOND } from "#shared/instant.ts";
import { validFrom } from "../../users/index.ts";

/**
 * Waits until a sign-in counts again after every session ended at `ended`: a second at most. A user who signs in once
 * the call has answered is never refused for the second that both share.
 */
export async function untilSignInsCount(ended: Date): Promise<void> {
  const left = validFrom(ended) * SECOND - Date.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
