import { OWN_EVENTS } from "#shared/billing/webhookEvents.ts";
import { stripe } from "../../platform/stripe.ts";
import { handleEvent } from "../events/handleEvent.ts";
import { doneEvents } from "../events/table.ts";
import { idOf } from "../facts/idOf.ts";
import type { Page } from "./compare.ts";
import { windowOf } from "./rules.ts";

/** Stripe takes so many types in one list (docs.stripe.com/api/events/list). */
const MAX_TYPES = 20;

const CHUNKS = Array.from({ length: Math.ceil(OWN_EVENTS.length / MAX_TYPES) }, (_, index) =>
  OWN_EVENTS.slice(index * MAX_TYPES, (index + 1) * MAX_TYPES),
);

/**
 * Stripe's own list of what happened, whether or not its webhooks came: it handles missed events now. It finds what
 * no list of objects by their creation shows: a late refund of an old payment, a dispute that was lost, a deleted
 * customer, a reversal of an old transfer.
 */
export const compareEvents: Page = async (place, now, compare) => {
  const [chunk = "0", after = ""] = place.after?.split(":") ?? [];
  const types = CHUNKS[Number(chunk)];
  if (!types) return null;
  const { data, has_more } = await (await stripe()).events.list({
    types: [...types],
    created: windowOf(place, now),
    limit: 100,
    ...(after === "" ? {} : { starting_after: after }),
  });
  const done = await doneEvents(data.map(({ id }) => id));
  for (const event of data) {
    if (done.has(event.id)) continue;
    const object = "id" in event.data.object ? idOf(event.data.object) : null;
    await compare(`${event.type} ${object ?? event.id}`, () => handleEvent(event, now));
  }
  const last = data.at(-1)?.id;
  if (has_more && last !== undefined) return `${chunk}:${last}`;
  const next = Number(chunk) + 1;
  return next < CHUNKS.length ? `${next}:` : null;
};
