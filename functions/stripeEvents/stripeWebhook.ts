import * as z from "zod/mini";
import { MINUTE, SECOND } from "#shared/instant.ts";
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

/** Stripe normally delivers within seconds. Later deliveries were delayed or failed before. */
const LATE = 15 * MINUTE;

/** Answers a failure with an error, so that Stripe delivers again. Accepts events that need no work. */
export const handler = stripeEvents(stripeWebhook)(async ({ event, now }) => {
  if (!z.safeParse(Snapshot, event).success) log.warn("event.unusual");
  else if (await handleEvent(event, now)) {
    const age = now.getTime() - event.created * SECOND;
    if (age > LATE) log.warn("webhook.late", { stripeEvent: event.id, minutes: Math.round(age / MINUTE) });
  }
  return { received: true };
});
