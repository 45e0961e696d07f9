import * as z from "zod/mini";
import { stripeWebhook } from "#shared/stripeEvents/stripe.ts";
import { log } from "../platform/log.ts";
import { stripeEvents } from "../platform/stripeEvents.ts";
import { handleEvent } from "./handleEvent.ts";

/** The fields of every handled event. A thin event has no object, and some objects have no id. */
const Snapshot = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  livemode: z.boolean(),
  data: z.object({ object: z.object({ id: z.string() }) }),
});

/** Answers a failure with an error, so that Stripe delivers again. Accepts events that need no work. */
export const handler = stripeEvents(stripeWebhook)(async ({ event, now }) => {
  if (z.safeParse(Snapshot, event).success) await handleEvent(event, now);
  else log.warn("event.unusual");
  return { received: true };
});
