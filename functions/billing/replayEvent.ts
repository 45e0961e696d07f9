import { replayEvent } from "#shared/billing/operator.ts";
import { recordAudit } from "../audit/table.ts";
import { http } from "../platform/http.ts";
import { log } from "../platform/log.ts";
import { fetchEvent } from "../platform/stripe.ts";
import { handleEvent } from "./events/handleEvent.ts";
import { findEventAccount } from "./events/table.ts";

export const handler = http(replayEvent)(async ({ input, caller, now }) => {
  const event = await fetchEvent(input.eventId, await findEventAccount(input.eventId));
  log.info("event.replayed", { stripeEvent: event.id, type: event.type, operator: caller.userId });
  await handleEvent(event, now);
  await recordAudit({
    operator: caller.userId,
    action: "billing/replayEvent",
    subject: `event#${event.id}`,
    before: null,
    after: { type: event.type, done: true },
    at: now.toISOString(),
  });
  return { done: true };
});
