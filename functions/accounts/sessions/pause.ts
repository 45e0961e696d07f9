import { SECOND } from "#shared/instant.ts";
import { validFrom } from "../../users/index.ts";

/** Waits for the next second. `auth_time` has whole seconds, so a sign-in within the second of `ended` is refused. */
export async function untilSignInsCount(ended: Date): Promise<void> {
  const left = validFrom(ended) * SECOND - Date.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
