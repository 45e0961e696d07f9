import { readRights } from "../../grants/index.ts";
import { fetchSubscription, type Opened, type OwnSubscription, stepFor } from "../../payments/index.ts";
import { steer } from "../atStripe/steer.ts";
import { decideSubscription } from "./grantWrites.ts";

/**
 * Stores a subscription's state as its webhook would. Then changes at Stripe what our rules require.
 * @returns whether anything changed
 * @throws WriteConflict if another reading committed first
 */
export async function storeSubscription(
  { own, rights }: Opened<OwnSubscription>,
  now: Date,
): Promise<boolean> {
  const decision = decideSubscription(own, rights, now);
  const writes = decision?.writes ?? [];
  await own.reading.commit(writes);
  const step = stepFor(own, decision?.grant, rights.grants);
  if (step.kind === "none") return writes.length > 0;
  await steer(own, step, now, rights.givenAt);
  const after = await fetchSubscription(own.reading, own.facts.subscription_id);
  const then = after && decideSubscription(after, await readRights(own.userId), now);
  await own.reading.commit(then?.writes ?? []);
  return true;
}
