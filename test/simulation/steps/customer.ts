import { payCheckout } from "../../../local/stripe/checkout/completing.ts";
import { payLater, settleLater } from "../../../local/stripe/checkout/delayed.ts";
import {
  cancelInPortal,
  finishCardChange,
  keepInPortal,
  startCardChange,
} from "../../../local/stripe/pages/portalActions.ts";
import { makeCard, NO_BILLING } from "../../../local/stripe/payments/methods.ts";
import { simpleCard } from "../../../local/stripe/payments/simpleCard.ts";
import { clock } from "../determinism.ts";
import type { Person } from "../people.ts";
import { anyone, type Scene, type Step } from "./step.ts";

const SITE = "https://shop.example";
const MAX_PEOPLE = 12;

const GOOD_CARD = "4242424242424242";
/** Pays once: attaching it and the first charge work, later charges fail. */
const FAILING_CARD = "4000000000000341";
const CARDS = [GOOD_CARD, GOOD_CARD, "5555555555554444", FAILING_CARD];

/** Stripe refuses a card, a session or a change: that is part of the story. */
function refusable<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

const signUp: Step = async ({ shop, people, random }) => {
  if (people.all.length >= MAX_PEOPLE) return undefined;
  const sub = `00000000-0000-4000-8000-${String(people.all.length).padStart(12, "0")}`;
  const person: Person = {
    sub,
    email: `person${people.all.length}@example.com`,
    devices: [],
    sessions: [],
    cookies: [],
  };
  const affiliate = random.pick(people.all.filter(({ referralCode }) => referralCode));
  if (affiliate?.referralCode && random.chance(0.6))
    person.cookies = await shop.click(affiliate.referralCode);
  shop.services.users.set(sub, { sub, email: person.email, enabled: true, signedInAt: clock.now() });
  await shop.confirmed(sub, person.email);
  await shop.startSession(person, person.cookies);
  people.all.push(person);
  return `${person.email} signs up`;
};

function buy(product: "monthly" | "lifetime"): Step {
  return async (scene) => {
    const { shop, people, random, fault } = scene;
    const person = anyone(scene);
    if (!person) return undefined;
    const code = random.pick(people.all.flatMap(({ referralCode }) => referralCode ?? []));
    const input = {
      price_id: shop.stripe.prices[product],
      mode: product === "monthly" ? "subscription" : "payment",
      success_url: `${SITE}/success`,
      cancel_url: `${SITE}/checkout`,
      ...(code && random.chance(0.3) ? { affiliateCode: code } : {}),
    };
    const answer = await shop.call("billing/startCheckout", person, input, fault);
    if (typeof answer.body.sessionId === "string") person.sessions.push(answer.body.sessionId);
    return `${person.email} starts a ${product} checkout: ${answer.status} ${answer.body.code ?? ""}`;
  };
}

const openSessions = ({ shop, people }: Scene) =>
  people.all
    .flatMap((person) => person.sessions)
    .filter((id) => shop.stripe.store.find("checkoutSession", id)?.status === "open");

const pay: Step = async (scene) => {
  const { shop, random } = scene;
  const session = random.pick(openSessions(scene));
  if (session === undefined) return undefined;
  const number = random.pick(CARDS) ?? GOOD_CARD;
  const { engine } = shop.stripe;
  const paid = refusable(() =>
    engine.acting(() =>
      payCheckout(
        engine.world,
        session,
        makeCard(engine.world, simpleCard(engine.world, number), NO_BILLING),
      ),
    ),
  );
  return `session ${session} is paid with ${number}: ${paid?.end ?? "refused"}`;
};

const payBySlowMethod: Step = async (scene) => {
  const { shop, random } = scene;
  const session = random.pick(openSessions(scene));
  if (session === undefined) return undefined;
  const { engine } = shop.stripe;
  const paid = refusable(() => engine.acting(() => payLater(engine.world, session, null)));
  return paid && `session ${session} is paid by a slow method`;
};

const settleSlowPayment: Step = async ({ shop, people, random }) => {
  const { engine, store } = shop.stripe;
  const waiting = people.all
    .flatMap((person) => person.sessions)
    .filter((id) => {
      const session = store.find("checkoutSession", id);
      return session?.status === "complete" && session.payment_status === "unpaid";
    });
  const session = random.pick(waiting);
  if (session === undefined) return undefined;
  const outcome = random.chance(0.6) ? "succeeded" : "failed";
  const done = refusable(() => engine.acting(() => settleLater(engine.world, session, outcome)));
  return done && `the slow payment of ${session} ${outcome}`;
};

/** Calls of the API without more to them. */
function calls(
  id:
    | "billing/leaveCheckout"
    | "billing/cancelSubscription"
    | "billing/keepSubscription"
    | "licenses/createFreeKey",
  what: string,
): Step {
  return async (scene) => {
    const person = anyone(scene);
    if (!person) return undefined;
    const { status, body } = await scene.shop.call(id, person, {}, scene.fault);
    return `${person.email} ${what}: ${status} ${body.code ?? ""}`;
  };
}

const returnToSuccess: Step = async (scene) => {
  const { shop, random } = scene;
  const person = anyone(scene);
  const sessionId = random.pick(person?.sessions ?? []);
  if (!person || sessionId === undefined) return undefined;
  const { body } = await shop.call("billing/getCheckout", person, { sessionId }, scene.fault);
  return `${person.email} sees the success page: ${body.status}`;
};

/** @returns an ongoing subscription at Stripe, drawn */
function someSubscription({ shop, random }: Scene) {
  const ongoing = shop.stripe.store
    .all("subscription")
    .filter(({ status }) => status !== "canceled" && status !== "incomplete_expired");
  return random.pick(ongoing);
}

const cancelInThePortal: Step = async (scene) => {
  const subscription = someSubscription(scene);
  if (!subscription) return undefined;
  const { engine, store } = scene.shop.stripe;
  const keeps = subscription.cancel_at !== null || subscription.cancel_at_period_end;
  refusable(() =>
    engine.acting(() =>
      keeps
        ? keepInPortal(engine.world, subscription)
        : cancelInPortal(engine.world, subscription, store.all("portalConfiguration")[0]),
    ),
  );
  return `${subscription.id} is ${keeps ? "kept" : "canceled"} in the portal`;
};

const changeCard: Step = async (scene) => {
  const subscription = someSubscription(scene);
  if (!subscription) return undefined;
  const { engine } = scene.shop.stripe;
  const number = scene.random.chance(0.7) ? GOOD_CARD : FAILING_CARD;
  refusable(() =>
    engine.acting(() => {
      const card = makeCard(engine.world, simpleCard(engine.world, number), NO_BILLING);
      const setup = startCardChange(engine.world, subscription.customer, card, SITE);
      if (setup.end === "succeeded") finishCardChange(engine.world, setup.setup);
    }),
  );
  return `the customer of ${subscription.id} changes the card to ${number}`;
};

const deleteAccount: Step = async (scene) => {
  const person = anyone(scene);
  if (!person || scene.random.chance(0.8)) return undefined;
  const { status } = await scene.shop.call(
    "accounts/deleteAccount",
    person,
    { email: person.email },
    scene.fault,
  );
  if (status === 200) scene.people.all.splice(scene.people.all.indexOf(person), 1);
  return `${person.email} deletes the account: ${status}`;
};

export const CUSTOMER_STEPS = {
  signUp,
  buyMonthly: buy("monthly"),
  buyLifetime: buy("lifetime"),
  pay,
  payBySlowMethod,
  settleSlowPayment,
  leaveCheckout: calls("billing/leaveCheckout", "leaves the checkout"),
  returnToSuccess,
  cancel: calls("billing/cancelSubscription", "cancels"),
  keep: calls("billing/keepSubscription", "keeps the subscription"),
  cancelInThePortal,
  changeCard,
  createFreeKey: calls("licenses/createFreeKey", "takes the free key"),
  deleteAccount,
} satisfies Record<string, Step>;
