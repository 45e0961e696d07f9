import { clock } from "../determinism.ts";
import type { Person } from "../people.ts";
import { anyone, refusable, type Scene, type Step, someSubscription } from "./step.ts";

const MAX_PEOPLE = 16;

/**
 * @param link code of the affiliate whose link the person follows
 * @param kept cookies of the browser, if the person has already followed a link
 */
export async function signUpAs(
  scene: Scene,
  link?: string,
  kept: string[] = [],
): Promise<Person | undefined> {
  const { shop, people } = scene;
  if (people.signedUp >= MAX_PEOPLE) return undefined;
  const number = people.signedUp;
  people.signedUp += 1;
  const sub = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const email = `person${number}@example.com`;
  const cookies = link === undefined ? kept : await shop.click(link);
  const person: Person = { sub, email, devices: [], sessions: [], cookies };
  shop.services.users.set(sub, { sub, email, enabled: true, signedInAt: clock.now() });
  await shop.confirmed(sub, email);
  await shop.startSession(person, cookies);
  people.all.push(person);
  return person;
}

const signUp: Step = async (scene) => {
  const { people, random } = scene;
  const affiliate = random.pick(people.all.filter(({ referralCode }) => referralCode));
  const person = await signUpAs(scene, random.chance(0.6) ? affiliate?.referralCode : undefined);
  return person && `${person.email} signs up`;
};

/** A step that makes only one API call. */
function calls(
  id:
    | "checkout/leaveCheckout"
    | "subscriptions/cancelSubscription"
    | "subscriptions/payOpenInvoices"
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

/** Presses "Keep Subscription" and compares the answer with Stripe. */
export async function keepAs({ shop, fault }: Scene, person: Person): Promise<string> {
  const { status, body } = await shop.call("subscriptions/keepSubscription", person, {}, fault);
  const shown = body.subscription as { subscription_id: string } | undefined;
  const kept = shop.stripe.store.find("subscription", shown?.subscription_id ?? "");
  if (status === 200 && kept && kept.status !== "canceled" && kept.cancel_at !== null)
    shop.untrue.push(`A kept subscription has no end date: ${kept.id} ends at ${kept.cancel_at}`);
  return `${person.email} keeps the subscription: ${status} ${body.code ?? ""}`;
}

const keep: Step = async (scene) => {
  const person = anyone(scene);
  return person && keepAs(scene, person);
};

const returnToSuccess: Step = async (scene) => {
  const { shop, random } = scene;
  const person = anyone(scene);
  const sessionId = random.pick(person?.sessions ?? []);
  if (!person || sessionId === undefined) return undefined;
  const paid = shop.stripe.store.find("checkoutSession", sessionId)?.payment_status === "paid";
  const input = { sessionId, force: "true" };
  const { body } = await shop.call("stripeEvents/getCheckout", person, input, scene.fault);
  if (paid && body.status === "pending")
    shop.untrue.push(`The success page knows a payment: ${sessionId} is paid, but the page says "pending"`);
  return `${person.email} sees the success page: ${body.status}`;
};

const useGuarantee: Step = async (scene) => {
  const { shop, random } = scene;
  const person = anyone(scene);
  if (!person || random.chance(0.3)) return undefined;
  const { body } = await shop.call("refunds/getRefundOffer", person);
  const offer = body.offer as { amount_cents: number; self_service: boolean } | null | undefined;
  if (!offer?.self_service) return undefined;
  const input = { requestId: random.bytes(8).toString("hex"), amount_cents: offer.amount_cents };
  const answer = await shop.call("refunds/requestRefund", person, input, scene.fault);
  if (answer.status !== 200 && scene.fault === undefined)
    shop.untrue.push(
      `An offered refund is made: ${person.email} was offered ${offer.amount_cents} and got ${answer.status} ${answer.body.code}`,
    );
  return `${person.email} uses the guarantee for ${offer.amount_cents}: ${answer.status} ${answer.body.code ?? ""}`;
};

const endAllSessions: Step = async (scene) => {
  const person = anyone(scene);
  if (!person) return undefined;
  const { status } = await scene.shop.call("accounts/endAllSessions", person, {}, scene.fault);
  scene.shop.signInAgain();
  await scene.shop.startSession(person, person.cookies);
  return `${person.email} ends all sessions: ${status}`;
};

const cancelInThePortal: Step = async (scene) => {
  const subscription = someSubscription(scene);
  if (!subscription) return undefined;
  const { engine } = scene.shop.stripe;
  const keeps = subscription.cancel_at !== null || subscription.cancel_at_period_end;
  refusable(() =>
    keeps ? engine.acts.keepInPortal(subscription.id) : engine.acts.cancelInPortal(subscription.id),
  );
  return `${subscription.id} is ${keeps ? "kept" : "canceled"} in the portal`;
};

const deleteAccount: Step = async (scene) => {
  const person = anyone(scene);
  if (!person || scene.random.chance(0.8)) return undefined;
  const { status } = await scene.shop.call(
    "customers/deleteAccount",
    person,
    { email: person.email },
    scene.fault,
  );
  if (status === 200) scene.people.all.splice(scene.people.all.indexOf(person), 1);
  return `${person.email} deletes the account: ${status}`;
};

export const CUSTOMER_STEPS = {
  signUp,
  leaveCheckout: calls("checkout/leaveCheckout", "leaves the checkout"),
  returnToSuccess,
  cancel: calls("subscriptions/cancelSubscription", "cancels"),
  keep,
  cancelInThePortal,
  useGuarantee,
  endAllSessions,
  createFreeKey: calls("licenses/createFreeKey", "takes the free key"),
  deleteAccount,
} satisfies Record<string, Step>;
