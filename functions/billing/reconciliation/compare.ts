import { DAY, toEpochSeconds } from "#shared/instant.ts";
import { decideAgain, transact } from "../../platform/dynamo.ts";
import { stripe } from "../../platform/stripe.ts";
import { applyCheckout } from "../applyCheckout.ts";
import { findCheckout } from "../events/table.ts";
import { decideSubscription } from "../grantWrites.ts";
import { listOwnSubscriptions } from "../stripeFacts.ts";
import { listGrants } from "../table.ts";
import type { Place } from "./table.ts";

/** Sessions older than this cannot be paid any more: Stripe ends them after 24 hours. */
const SESSIONS_OF = 3 * DAY;

/** Runs one comparison. `mend` answers whether something differed, and is mended now. */
export type Compare = (what: string, mend: () => Promise<boolean>) => Promise<void>;

/** One page of all subscriptions at Stripe; answers where to go on. */
export async function compareSubscriptions(
  after: string | null,
  now: Date,
  compare: Compare,
): Promise<Place> {
  const page = await listOwnSubscriptions(after);
  for (const own of page.subscriptions)
    await compare(`subscription ${own.facts.subscription_id}`, () =>
      decideAgain(async () => {
        const decision = decideSubscription(own, await listGrants(own.userId), now);
        if (!decision || decision.writes.length === 0) return false;
        await transact(decision.writes);
        return true;
      }),
    );
  return page.next === null
    ? { part: "sessions", after: null, finished: false }
    : { part: "subscriptions", after: page.next, finished: false };
}

/** One page of the sessions that were paid lately; answers where to go on. */
export async function compareSessions(after: string | null, now: Date, compare: Compare): Promise<Place> {
  const { data, has_more } = await (await stripe()).checkout.sessions.list({
    status: "complete",
    created: { gte: toEpochSeconds(new Date(now.getTime() - SESSIONS_OF).toISOString()) },
    limit: 100,
    ...(after === null ? {} : { starting_after: after }),
  });
  for (const { id, metadata } of data) {
    if (!metadata?.userId) continue;
    await compare(`checkout session ${id}`, async () => {
      if (await findCheckout(id)) return false;
      await applyCheckout(id, now);
      return (await findCheckout(id)) !== undefined;
    });
  }
  const last = data.at(-1)?.id ?? null;
  return { part: "sessions", after: last ?? after, finished: !has_more };
}
