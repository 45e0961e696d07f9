import { SECOND } from "#shared/instant.ts";
import { clock } from "../determinism.ts";
import type { Person } from "../people.ts";
import type { Shop } from "../shop.ts";
import type { Fault } from "../wire.ts";
import { joinAs, onboardAs, requestPayoutAs } from "./affiliate.ts";
import { keepAs, signUpAs } from "./customer.ts";
import { offerUnits } from "./operator.ts";
import { FAILING_CARD, fixPaymentOf, newCard, payInvoice, purchaseAs, startCheckout } from "./paying.ts";
import { anyone, type Scene, type Step } from "./step.ts";
import { acting, deleteCustomerOf, drain, duplicate, reverse, topUp } from "./stripe.ts";
import { DAY, pass } from "./time.ts";

/*
 * Each plot is a sequence of steps for one person, which single random steps rarely produce. The steps before and after
 * a plot are drawn as usual.
 */

const ONGOING: readonly string[] = ["active", "trialing", "past_due"];

/** People with a subscription that Stripe will charge again. */
const subscribers = ({ shop, people }: Scene) =>
  shop.stripe.store
    .all("subscription")
    .filter(({ status, cancel_at }) => ONGOING.includes(status) && cancel_at === null)
    .flatMap((subscription) => {
      const person = people.all.find(({ sub }) => sub === subscription.metadata.userId);
      return person ? [{ person, subscription }] : [];
    });

/** @returns a subscriber; a person subscribes first if there is none */
export async function subscriber(scene: Scene) {
  const found = scene.random.pick(subscribers(scene));
  if (found) return found;
  const person = (await signUpAs(scene)) ?? anyone(scene);
  if (person) await purchaseAs(scene, person, "monthly", 1);
  return scene.random.pick(subscribers(scene));
}

/** The charge that paid this invoice. */
export function chargeOf({ stripe }: Shop, invoice: string | null) {
  const { store } = stripe;
  const paid = store.all("invoicePayment").find((one) => one.invoice === invoice && one.status === "paid");
  return store.all("charge").find((one) => one.paid && one.payment_intent === paid?.payment.payment_intent);
}

/** A bank disputes the current period's payment, and decides once the shop knows of the dispute. */
const disputeRunsItsCourse: Step = async (scene) => {
  const { shop, random } = scene;
  const found = await subscriber(scene);
  const latest = found && shop.stripe.store.find("subscription", found.subscription.id)?.latest_invoice;
  const charge = chargeOf(shop, String(latest));
  if (!found || !charge || !acting(scene, (acts) => acts.openDispute(charge.id, "fraudulent")))
    return undefined;
  await shop.settle();
  const days = random.below(4);
  if (days > 0) await pass(scene, days * DAY);
  const open = shop.stripe.store.all("dispute").find((one) => one.charge === charge.id);
  const outcome = random.chance(0.6) ? "won" : "lost";
  if (open) acting(scene, (acts) => acts.closeDispute(open.id, outcome));
  return `${found.person.email} disputes ${charge.id}, and the dispute is ${outcome} after ${days} days`;
};

/** The operator suspends a subscriber, who may have an open checkout page. */
const suspendSubscriber: Step = async (scene) => {
  const found = await subscriber(scene);
  if (!found) return undefined;
  const { shop, people, random } = scene;
  // Suspending makes about a dozen service calls. Almost a third of the suspensions die at one of them.
  const dies: Fault = { at: random.below(12), kind: "killed after" };
  const fault = random.chance(0.3) ? dies : scene.fault;
  if (random.chance(0.5)) {
    await offerUnits(scene, 5);
    await startCheckout(scene, found.person, "lifetime", "checkout", false);
  }
  const input = { userId: found.person.sub, suspended: true, subscription: "pause" };
  const { status } = await shop.call("customers/suspendUser", people.operator, input, fault);
  shop.signInAgain();
  return `the operator suspends ${found.person.email}, who subscribes: ${status}`;
};

/** The customer is deleted at Stripe right after the purchase. */
const buyAndDisappear: Step = async (scene) => {
  const person = (scene.random.chance(0.5) ? await signUpAs(scene) : undefined) ?? anyone(scene);
  if (!person) return undefined;
  const line = await purchaseAs(scene, person, undefined, scene.random.chance(0.5) ? 0 : 1);
  const gone = await deleteCustomerOf(scene, person);
  return gone && `${line}, and ${gone}`;
};

/**
 * The card fails at the renewal. Then the card is replaced, or the subscription ends, sometimes just before the
 * customer pays.
 */
const cardFails: Step = async (scene) => {
  const { shop, random } = scene;
  const found = await subscriber(scene);
  if (!found) return undefined;
  const { person, subscription } = found;
  breakCard(scene, subscription.id);
  await pass(scene, 32 * DAY);
  const told = `the card of ${person.email} fails`;
  if (random.chance(0.5)) return `${told}, ${await fixPaymentOf(scene, person, subscription)}`;
  const { store } = shop.stripe;
  const now = store.find("subscription", subscription.id);
  const open = store
    .all("invoice")
    .find(
      ({ status, parent }) =>
        status === "open" && parent?.subscription_details?.subscription === subscription.id,
    );
  if (!now || !open || now.status === "canceled") return told;
  acting(scene, (acts) => acts.endSubscription(now.id, "payment_failed"));
  if (random.chance(0.3)) return `${told}, and the subscription ends`;
  // The payment comes a second after the end, before the webhook about the end.
  clock.moveTo(clock.now() + SECOND);
  return `${told}, the subscription ends, and ${payInvoice(shop, open.id)}`;
};

/** Replaces the customer's and the subscription's card with a card that the bank declines. */
export function breakCard(scene: Scene, subscription: string): void {
  const { store } = scene.shop.stripe;
  const now = store.find("subscription", subscription);
  if (!now) return;
  newCard(scene, now.customer, FAILING_CARD);
  const card = store.find("customer", now.customer)?.invoice_settings.default_payment_method;
  if (card) acting(scene, (acts) => acts.setSubscriptionCard(now.id, card));
}

/** Cancels in Stripe's portal, and takes the cancellation back on our page. */
const changeOfMind: Step = async (scene) => {
  const found = await subscriber(scene);
  if (!found) return undefined;
  acting(scene, (acts) => acts.cancelInPortal(found.subscription.id));
  if (scene.random.chance(0.7)) await scene.shop.settle();
  return `${found.subscription.id} is canceled in the portal, and ${await keepAs(scene, found.person)}`;
};

/** The operator's refund call dies, and the sweep finishes the refund. */
const refundCallDies: Step = async (scene) => {
  const found = await subscriber(scene);
  const { shop, people, random } = scene;
  const latest = found && shop.stripe.store.find("subscription", found.subscription.id)?.latest_invoice;
  const payment = chargeOf(shop, String(latest))?.payment_intent;
  if (!found || !payment) return undefined;
  const input = { paymentIntentId: payment, requestId: random.bytes(8).toString("hex"), effect: "cancel" };
  const fault: Fault = { at: random.below(10), kind: "killed after" };
  const { status } = await shop.call("refunds/refundPayment", people.operator, input, fault);
  await pass(scene, 5 * DAY);
  return `the operator refunds ${payment}, and the call dies at call ${fault.at}: ${status}`;
};

/** An affiliate refers a customer, the hold ends, and the commission is paid out. */
const affiliateIsPaid: Step = (scene) => payAffiliate(scene);

/** @param isCovered whether our balance covers the payout; otherwise Stripe refuses it and a later run retries it */
export async function payAffiliate(
  scene: Scene,
  isCovered = () => scene.random.chance(0.7),
): Promise<string | undefined> {
  const { shop, people, random } = scene;
  const person: Person | undefined =
    random.pick(people.all.filter(({ referralCode }) => referralCode)) ?? anyone(scene);
  if (!person) return undefined;
  if (!person.referralCode) await joinAs(scene, person);
  await onboardAs(scene, person);
  await offerUnits(scene, 5);
  const customer = await signUpAs(scene, person.referralCode);
  if (customer) await purchaseAs(scene, customer, "lifetime", 1);
  await pass(scene, 62 * DAY);
  const asked = await requestPayoutAs(scene, person);
  await shop.call("payouts/runCalc", people.operator);
  await shop.settle();
  for (const { id, status } of payoutsOf(shop, person))
    if (status === "pending") await shop.call("payouts/approve", people.operator, { payout_id: id });
  if (isCovered()) topUp(scene, 5000_00);
  else drain(scene);
  await shop.call("payouts/runDistribute", people.operator);
  await shop.settle();
  const states = payoutsOf(shop, person).map(({ status }) => status);
  return `${asked ?? `${person.email} has nothing to ask for`}, payouts: ${states.join(", ")}`;
}

const payoutsOf = ({ database }: Shop, { sub }: Person) =>
  database
    .rows("Payouts")
    .filter(({ sk, affiliateId }) => String(sk).startsWith("payout#") && affiliateId === sub);

/** Repeats a paid transfer by hand, and reverses transfers. */
const transfersComeBack: Step = async (scene) => {
  const { shop, random } = scene;
  if (shop.stripe.store.all("transfer").length === 0) await affiliateIsPaid(scene);
  topUp(scene, 5000_00);
  const second = random.chance(0.7) ? await duplicate(scene) : undefined;
  await shop.settle();
  const payout = shop.stripe.duplicates.get(second ?? "")?.payoutId;
  const own = [...shop.stripe.transfersByPayout].filter(([id]) => payout === undefined || id === payout);
  const first = random.pick(own.flatMap(([, made]) => [...made]));
  const order = random.chance(0.5) ? [first, second] : [second, first];
  const back: string[] = [];
  for (const id of random.chance(0.5) ? order : order.slice(0, 1)) {
    if (id === undefined || !(await reverse(scene, id))) continue;
    back.push(id);
    if (random.chance(0.7)) await shop.settle();
  }
  return back.length === 0
    ? undefined
    : `the operator makes ${second ?? "no transfer"} by hand and reverses ${back.join(", ")}`;
};

export const PLOTS = {
  disputeRunsItsCourse,
  suspendSubscriber,
  buyAndDisappear,
  cardFails,
  changeOfMind,
  refundCallDies,
  affiliateIsPaid,
  transfersComeBack,
} satisfies Record<string, Step>;
