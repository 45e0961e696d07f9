import { replayEvent } from "#shared/reconciliation/operator.ts";
import { auditAround } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { findEventAccount } from "../payments/index.ts";
import { log } from "../platform/log.ts";
import { fetchEvent } from "../platform/stripe.ts";
import { handleEvent } from "../stripeEvents/index.ts";

export const handler = http(replayEvent)(async ({ input, caller, now }) => {
  const event = await fetchEvent(input.eventId, await findEventAccount(input.eventId));
  log.info("event.replayed", { stripeEvent: event.id, type: event.type, operator: caller.userId });
  await auditAround(
    {
      operator: caller.userId,
      action: "reconciliation/replayEvent",
      subject: `event#${event.id}`,
      before: null,
      at: now.toISOString(),
    },
    event.type,
    () => handleEvent(event, now),
    () => ({ type: event.type, done: true }),
  );
  return { done: true };
});
