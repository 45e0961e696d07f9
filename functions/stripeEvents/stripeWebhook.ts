import * as z from "zod/mini";
import { stripeWebhook } from "#shared/stripeEvents/stripe.ts";
import { log } from "../platform/log.ts";
import { stripeEvents } from "../platform/stripeEvents.ts";
import { handleEvent } from "./handleEvent.ts";

/** What is read of any event. A thin event carries no object, and some objects have no id: none of those is handled. */
const Snapshot = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ id: z.string() }) }),
});

/** A failure anywhere is answered with an error, and Stripe delivers again. What is no work of ours is accepted. */
export const handler = stripeEvents(stripeWebhook)(async ({ event, now }) => {
  if (z.safeParse(Snapshot, event).success) await handleEvent(event, now);
  else log.warn("event.unusual");
  return { received: true };
});
