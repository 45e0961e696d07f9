import { decideSubscription } from "./grantWrites.ts";
import type { Opened } from "./openFacts.ts";
import type { OwnSubscription } from "./stripeFacts.ts";

/**
 * Stores what Stripe says of a subscription, as its webhook would.
 * @returns whether anything changed
 * @throws WriteConflict where another reading was faster
 */
export async function storeSubscription(
  { own, rights }: Opened<OwnSubscription>,
  now: Date,
): Promise<boolean> {
  const writes = decideSubscription(own, rights, now)?.writes ?? [];
  await own.reading.commit(writes);
  return writes.length > 0;
}
