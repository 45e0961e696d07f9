import { SECOND } from "#shared/instant.ts";
import { validFrom } from "../../users/index.ts";

/**
 * Waits up to a second until new sign-ins count after all sessions ended at `ended`. `auth_time` has whole seconds, so
 * an immediate sign-in would be refused.
 */
export async function untilSignInsCount(ended: Date): Promise<void> {
  const left = validFrom(ended) * SECOND - Date.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
