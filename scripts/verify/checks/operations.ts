import type Stripe from "stripe";
import { WEBHOOKS } from "../../stripe/webhooks.ts";
import { type Check, NotHere, needed } from "../check.ts";
import { eventually } from "../eventually.ts";
import type { Visit } from "../shop.ts";

export const webhooksAreHandled: Check<Visit> = {
  name: "every webhook of this run was handled",
  async run(visit) {
    const { shop } = visit;
    needed(visit.stripeCustomerId, "a customer at Stripe");
    const events = await eventsOf(visit);
    const open = new Map(events.map((event) => [event.id, event.type]));
    try {
      await eventually("not handled", async () => {
        for (const id of open.keys()) {
          const row = await shop.eventRow(`event#${id}`, "event");
          if (row?.status === "done") open.delete(id);
        }
        return open.size === 0 ? true : undefined;
      });
    } catch {
      throw new Error(`not handled: ${[...new Set(open.values())].join(", ")}`);
    }
    const types = new Set(events.map(({ type }) => type));
    return `${events.length} events of ${types.size} types`;
  },
};

export const alarmsAreQuiet: Check<Visit> = {
  name: "no alarm is ringing",
  async run({ shop }) {
    const alarms = await shop.alarms();
    if (alarms === undefined) throw new NotHere("this shop has no alarms");
    if (alarms.length === 0) throw new Error(`${shop.name} has no alarm at all`);
    const ringing = alarms.filter(({ state }) => state === "ALARM").map(({ name }) => name);
    if (ringing.length > 0) throw new Error(`in alarm: ${ringing.join(", ")}`);
    const unknown = alarms.filter(({ state }) => state !== "OK").length;
    return `${alarms.length} alarms, ${unknown} of them without data yet`;
  },
};

/** Stripe's events of this run: of its customer, payments and transfer. */
async function eventsOf({ shop, since, ...made }: Visit): Promise<Stripe.Event[]> {
  const ids = [made.stripeCustomerId, made.paymentIntentId, made.disputedPaymentIntentId, made.transferId];
  const events: Stripe.Event[] = [];
  const listed = shop.stripe.events.list({
    created: { gte: since },
    types: [...WEBHOOKS.own.events],
    limit: 100,
  });
  for await (const event of listed) {
    const object = JSON.stringify(event.data.object);
    if (ids.some((id) => id !== undefined && object.includes(`"${id}"`))) events.push(event);
  }
  return events;
}
