import { SECOND } from "#shared/instant.ts";
import { clock } from "../determinism.ts";
import { offerUnits } from "./operator.ts";
import { GOOD_CARD, newCard, purchaseAs } from "./paying.ts";
import { breakCard, chargeOf, payAffiliate, subscriber } from "./plots.ts";
import { refusedOr, type Scene, type Step } from "./step.ts";
import { acting, drain } from "./stripe.ts";
import { DAY, pass } from "./time.ts";

/* A right changes while a payment or renewal is in progress. Single steps rarely hit such short moments. */

const HOUR = DAY / 24;
const untilRenewal = ({ current_period_end }: { current_period_end: number }): number =>
  current_period_end * 1000 - Date.now();

/** Advances time to a day before a subscriber's next renewal, if the renewal is 2 to 40 days away. */
async function beforeRenewal(scene: Scene) {
  const found = await subscriber(scene);
  const item = found?.subscription.items.data[0];
  if (!found || !item || found.subscription.status !== "active") return undefined;
  const left = untilRenewal(item);
  if (left < 2 * DAY || left > 40 * DAY) return undefined;
  await pass(scene, left - DAY);
  return found;
}

/** Buys a lifetime license while a renewal is a draft or past due. Then the card works again. */
const buysLifetimeInstead: Step = async (scene) => {
  const found = await beforeRenewal(scene);
  if (!found) return undefined;
  const { person, subscription } = found;
  await offerUnits(scene, 5);
  const isPastDue = scene.random.chance(0.5);
  if (isPastDue) breakCard(scene, subscription.id);
  await pass(scene, DAY + (isPastDue ? 3 * HOUR : HOUR / 4));
  const bought = await purchaseAs(scene, person, "lifetime", 0.7);
  newCard(scene, subscription.customer, GOOD_CARD);
  const method = scene.shop.stripe.store.find("customer", subscription.customer)?.invoice_settings
    .default_payment_method;
  if (method) acting(scene, (acts) => acts.setSubscriptionCard(subscription.id, method));
  return `${bought}, while the renewal is ${isPastDue ? "past due" : "a draft"}`;
};

/** A renewal is due during a suspension or a dispute. */
const pauseMeetsRenewal: Step = async (scene) => {
  const { shop, people, random } = scene;
  const found = await beforeRenewal(scene);
  const charge = chargeOf(shop, String(found?.subscription.latest_invoice));
  if (!found || !charge) return undefined;
  const { person } = found;
  const suspend = async (suspended: boolean) => {
    const more = suspended ? { subscription: "pause" } : { giveRenewal: random.chance(0.2) };
    const input = { userId: person.sub, suspended, ...more };
    await shop.call("customers/suspendUser", people.operator, input);
    shop.signInAgain();
    await shop.settle();
  };
  const isDispute = random.chance(0.5);
  if (!isDispute) await suspend(true);
  else if (!acting(scene, (acts) => acts.openDispute(charge.id, "fraudulent"))) return undefined;
  await shop.settle();
  await pass(scene, DAY + random.below(3) * DAY + 2 * HOUR);
  const open = shop.stripe.store.all("dispute").find((one) => one.charge === charge.id);
  if (!isDispute) await suspend(false);
  else if (open) acting(scene, (acts) => acts.closeDispute(open.id, "won"));
  return `a renewal of ${person.email} falls into a ${isDispute ? "dispute" : "suspension"}`;
};

/** A second subscription is created, and each of its refunds fails. */
const refundKeepsFailing: Step = async (scene) => {
  const { shop } = scene;
  const found = await subscriber(scene);
  if (!found) return undefined;
  const { person, subscription } = found;
  newCard(scene, subscription.customer, GOOD_CARD);
  // Stripe counts in seconds, so the order of two subscriptions in one second is unknown.
  clock.moveTo(clock.now() + SECOND);
  const made = await refusedOr(
    shop.stripe.sdk.subscriptions.create({
      customer: subscription.customer,
      items: [{ price: shop.stripe.prices.monthly }],
      metadata: { userId: person.sub },
    }),
  );
  if (!made) return undefined;
  for (let day = 0; day < 4; day += 1) {
    await shop.settle();
    for (const { id, status, metadata } of shop.stripe.store.all("refund"))
      if (status === "succeeded" && metadata?.reason !== undefined)
        acting(scene, (acts) => acts.failRefund(id));
    await pass(scene, DAY);
  }
  return `${person.email} gets a second subscription, ${made.id}, and its refunds fail`;
};

/** Our balance does not cover a payout in several runs. */
const balanceStaysEmpty: Step = async (scene) => {
  const { shop, people } = scene;
  const paid = await payAffiliate(scene, () => false);
  for (let run = 0; run < 5; run += 1) {
    drain(scene);
    await shop.call("payouts/runDistribute", people.operator);
    await shop.settle();
    await pass(scene, 1.5 * DAY);
  }
  return paid && `${paid}, and the balance stays empty`;
};

export const OBLIGATION_STEPS = {
  buysLifetimeInstead,
  pauseMeetsRenewal,
  refundKeepsFailing,
  balanceStaysEmpty,
} satisfies Record<string, Step>;
