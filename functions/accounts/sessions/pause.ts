import { SECOND } from "#shared/instant.ts";
import { validFrom } from "../../users/index.ts";

/** Waits: `auth_time` has whole seconds, so a new sign-in within the second of `ended` would be refused. */
export async function untilSignInsCount(ended: Date): Promise<void> {
  const left = validFrom(ended) * SECOND - Date.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
