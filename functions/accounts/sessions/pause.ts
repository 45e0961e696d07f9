import { SECOND } from "#shared/instant.ts";
import { validFrom } from "../../users/index.ts";

/** A new sign-in in the second of `ended` would be refused, because `auth_time` has whole seconds. */
export async function untilSignInsCount(ended: Date): Promise<void> {
  const left = validFrom(ended) * SECOND - Date.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
