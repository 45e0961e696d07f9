import type { StoredEvent } from "#stripe-sandbox";
import { anyone, type Scene, type Step } from "./step.ts";
import { DAY, troubleOf } from "./time.ts";

const deliver: Step = async ({ shop, random, fault }) => {
  if (shop.stripe.deliveries.length === 0) return undefined;
  const most = 1 + random.below(4);
  await shop.deliverSome(most, random, fault);
  return `up to ${most} webhooks arrive at once`;
};

const CALLS = [
  "subscriptions/cancelSubscription",
  "subscriptions/keepSubscription",
  "checkout/leaveCheckout",
  "subscriptions/payOpenInvoices",
  "licenses/createFreeKey",
] as const;

/** Webhooks arrive during an API call, and the service calls of both interleave. */
const deliverMeanwhile: Step = async (scene) => {
  const { shop, random } = scene;
  const person = anyone(scene);
  const id = random.pick(CALLS);
  if (!person || id === undefined || shop.stripe.deliveries.length === 0) return undefined;
  const answers: string[] = [];
  const call = async () => {
    const { status, body } = await shop.call(id, person, {});
    answers.push(`${status} ${body.code ?? ""}`);
  };
  await shop.deliverSome(3, random, undefined, [call]);
  return `webhooks arrive while ${person.email} calls ${id}: ${answers.join()}`;
};

const known = ({ shop }: Scene): StoredEvent[] => shop.stripe.store.all("event");

const redeliver: Step = async (scene) => {
  const event = scene.random.pick(known(scene));
  if (!event || scene.shop.stripe.losesWebhooks) return undefined;
  scene.shop.stripe.deliveries.push(event);
  return `${event.type} ${event.id} is delivered again`;
};

const replay: Step = async (scene) => {
  const event = scene.random.pick(known(scene));
  if (!event) return undefined;
  const { shop, people, fault } = scene;
  const { status } = await shop.call(
    "reconciliation/replayEvent",
    people.operator,
    { eventId: event.id },
    fault,
  );
  return `the operator replays ${event.type} ${event.id}: ${status}`;
};

/** Signed events of types or shapes that the shop does not use. */
const UNUSUAL: readonly object[] = [
  { id: "evt_thin", object: "v2.core.event", type: "v1.billing.meter.error", livemode: false },
  { id: "evt_null", object: "event", type: "invoice.paid", created: 1, livemode: false, data: null },
  {
    id: "evt_other",
    object: "event",
    type: "customer.subscription.updated",
    created: 1,
    livemode: false,
    data: { object: { id: "sub_of_nobody", object: "subscription" } },
  },
];

const unusualEvent: Step = async ({ shop, random }) => {
  const body = random.pick(UNUSUAL) ?? null;
  const isAccepted = await shop.post(body);
  if (!isAccepted) shop.untrue.push(`The webhook accepts unusual events: it refused ${JSON.stringify(body)}`);
  return `an unusual event arrives: ${isAccepted ? "accepted" : "refused"}`;
};

const webhooksFail: Step = async ({ shop, random }) => {
  const { stripe } = shop;
  stripe.losesWebhooks = !stripe.losesWebhooks && random.chance(0.5);
  return `webhooks ${stripe.losesWebhooks ? "are lost from now on" : "arrive"}`;
};

const webhooksFailForADay: Step = async (scene) => {
  const { shop } = scene;
  shop.stripe.losesWebhooks = true;
  await shop.advance(DAY, troubleOf(scene));
  shop.stripe.losesWebhooks = false;
  return "webhooks are lost for a day";
};

export const WEBHOOK_STEPS = {
  deliver,
  deliverMeanwhile,
  redeliver,
  replay,
  unusualEvent,
  webhooksFail,
  webhooksFailForADay,
} satisfies Record<string, Step>;
