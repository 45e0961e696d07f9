import { OWN_EVENTS } from "#shared/stripeEvents/webhookEvents.ts";
import { doneEvents, idOf, windowOf } from "../payments/index.ts";
import { stripe } from "../platform/stripe.ts";
import { handleEvent } from "../stripeEvents/index.ts";
import type { Lanes, Page } from "./compare.ts";
import { laneOf, pageOf } from "./lanes.ts";

/** Stripe's limit of types per list (docs.stripe.com/api/events/list). */
const MAX_TYPES = 20;

const CHUNKS = Array.from({ length: Math.ceil(OWN_EVENTS.length / MAX_TYPES) }, (_, index) =>
  OWN_EVENTS.slice(index * MAX_TYPES, (index + 1) * MAX_TYPES),
);

export const eventLanes: Lanes = (place, now) =>
  CHUNKS.map((_, types) => ({ ...laneOf(windowOf(place, now)), types }));

/**
 * Handles events that Stripe lists and we missed. They show changes that lists sorted by creation cannot show: a late
 * refund, a lost dispute, a deleted customer, a reversed transfer.
 */
export const compareEvents: Page = async (lane, now, compare) => {
  const types = [...(CHUNKS[lane.types ?? 0] ?? [])];
  const page = await (await stripe()).events.list({ types, ...pageOf(lane) });
  const done = await doneEvents(page.data.map(({ id }) => id));
  for (const event of page.data) {
    if (done.has(event.id)) continue;
    const object = "id" in event.data.object ? idOf(event.data.object) : null;
    await compare(`${event.type} ${object ?? event.id}`, () => handleEvent(event, now));
  }
  return page;
};
