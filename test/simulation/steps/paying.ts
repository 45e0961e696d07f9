import type { Person } from "../people.ts";
import type { Shop } from "../shop.ts";
import { signUpAs } from "./customer.ts";
import { anyone, refusable, type Scene, type Step, someSubscription } from "./step.ts";

const SITE = "https://shop.example";

export const GOOD_CARD = "4242424242424242";
/** A card that can be attached, but whose charges fail. */
export const FAILING_CARD = "4000000000000341";
const CARDS = [
  GOOD_CARD,
  GOOD_CARD,
  GOOD_CARD,
  GOOD_CARD,
  GOOD_CARD,
  GOOD_CARD,
  "5555555555554444",
  FAILING_CARD,
];

export type Product = "monthly" | "yearly" | "lifetime";

/**
 * Marks the address as confirmed, as the API requires on the waiting list. For a purchase, the API requires it while few
 * units of the offer or few redemptions of a code are left.
 */
export function proveAddress({ database }: Shop, person: Person): void {
  const row = database.partition("Users", person.sub).find(({ sk }) => sk === "account");
  if (row) database.put("Users", { ...row, emailConfirmed: true });
}

export async function startCheckout(
  scene: Scene,
  person: Person,
  product: Product,
  from = "checkout",
  withFault = true,
  isAlone = true,
  credit?: { cents: number; at: number },
  seats?: number,
) {
  const { shop, people, random } = scene;
  proveAddress(shop, person);
  const code = random.pick(people.all.flatMap(({ referralCode }) => referralCode ?? []));
  const givers = people.all.filter(({ givesDiscount }) => givesDiscount);
  // Draws a random value only if an affiliate gives a discount, so that stories without discounts stay the same.
  const reduced = givers.length > 0 ? random.pick(givers) : undefined;
  const input = {
    price_id: shop.stripe.prices[product],
    mode: product === "lifetime" ? "payment" : "subscription",
    success_url: `${SITE}/success`,
    cancel_url: `${SITE}/${from}`,
    ...(seats === undefined ? {} : { seats }),
    ...(code && random.chance(0.3) ? { affiliateCode: code } : {}),
    ...(credit
      ? { credit: { cents: credit.cents, at: credit.at } }
      : reduced && random.chance(0.5)
        ? { code: reduced.referralCode }
        : {}),
  };
  const answer = await shop.call(
    "checkout/startCheckout",
    person,
    input,
    withFault ? scene.fault : undefined,
  );
  // With two windows and two codes, the buyer is attributed to the owner of the last code.
  if (isAlone && reduced && "code" in input && answer.status === 200)
    discountAttributes(scene, person, reduced);
  if (typeof answer.body.sessionId === "string") person.sessions.push(answer.body.sessionId);
  return answer;
}

/** Checks that a buyer with an affiliate's discount is attributed to that affiliate. */
function discountAttributes({ shop }: Scene, buyer: Person, affiliate: Person): void {
  const [row] = shop.database.partition("Affiliates", `user#${buyer.sub}`);
  if (row?.affiliateId !== affiliate.sub)
    shop.untrue.push(
      `A buyer with a discount is attributed to its affiliate: ${buyer.email} used the code of ${affiliate.email}, and is attributed to ${row?.affiliateId}`,
    );
  if (buyer === affiliate) shop.untrue.push(`Nobody gets their own discount: ${buyer.email}`);
}

function buy(product: Product): Step {
  return async (scene) => {
    const person = anyone(scene);
    if (!person) return undefined;
    const { status, body } = await startCheckout(scene, person, product);
    return `${person.email} starts a ${product} checkout: ${status} ${body.code ?? ""}`;
  };
}

/** Starts a checkout in two windows, or with a double click. */
const buyTwiceAtOnce: Step = async (scene) => {
  const person = anyone(scene);
  if (!person) return undefined;
  const product = scene.random.pick(["monthly", "lifetime"] as const) ?? "monthly";
  const statuses: number[] = [];
  const click = async (from: string) => {
    statuses.push((await startCheckout(scene, person, product, from, false, false)).status);
  };
  await scene.shop.together([() => click("checkout"), () => click("pricing")], scene.random);
  return `${person.email} starts a ${product} checkout in two windows: ${statuses.join(", ")}`;
};

const isOpen = (shop: Shop) => (id: string) =>
  shop.stripe.store.find("checkoutSession", id)?.status === "open";

export function payWith({ shop }: Scene, session: string, number: string): string {
  const place = shop.stripe.nextPlace();
  const { customer } = shop.stripe.store.find("checkoutSession", session) ?? {};
  const card = { card: number, fingerprint: `${number} of ${customer}` };
  const paid = refusable(() => shop.stripe.engine.acts.payCheckout(session, { ...card, place }));
  return paid?.status ?? "refused";
}

/** @returns Stripe's status of the payment */
export const payPage = (scene: Scene, session: string): string =>
  payWith(scene, session, scene.random.pick(CARDS) ?? GOOD_CARD);

const openSessions = ({ shop, people }: Scene) =>
  people.all.flatMap(({ sessions }) => sessions).filter(isOpen(shop));

const pay: Step = async (scene) => {
  const session = scene.random.pick(openSessions(scene));
  if (session === undefined) return undefined;
  const number = scene.random.pick(CARDS) ?? GOOD_CARD;
  return `session ${session} is paid with ${number}: ${payWith(scene, session, number)}`;
};

/** Pays by bank debit. A page that sells a unit of the limited offer must not accept a debit. */
const payByDebit: Step = async (scene) => {
  const { store, engine } = scene.shop.stripe;
  const session = scene.random.pick(openSessions(scene));
  const held = store.find("checkoutSession", session ?? "")?.metadata?.reservation;
  if (session === undefined || scene.random.chance(0.4)) return bankAnswers(scene);
  const left = refusable(() => engine.acts.payCheckoutLater(session));
  if (left && held !== undefined)
    scene.shop.untrue.push(`A page that sells a unit accepts no bank debit: ${session} accepted one`);
  return `session ${session} is ${left ? "" : "not "}paid by a bank debit`;
};

/** The bank pays or refuses a pending debit. */
function bankAnswers({ shop, random }: Scene, before = Infinity): string | undefined {
  const { store, engine } = shop.stripe;
  const invoices = store
    .all("invoicePayment")
    .filter(
      ({ payment }) => store.find("paymentIntent", payment.payment_intent ?? "")?.status === "processing",
    )
    .map(({ invoice }) => invoice);
  const sessions = store
    .all("checkoutSession")
    .filter(({ invoice, created }) => created < before && invoices.includes(invoice ?? ""));
  const session = random.pick(sessions);
  if (!session) return undefined;
  const outcome = random.chance(0.6) ? "succeeded" : "failed";
  engine.acts.settleCheckout(session.id, outcome);
  return `the debit of ${session.id} ${outcome}`;
}

/** Lets banks answer all debits of pages that were opened before this time, in epoch seconds. */
export function banksAnswer(scene: Scene, before: number): void {
  while (bankAnswers(scene, before) !== undefined);
}

const purchase: Step = async (scene) => {
  const person = anyone(scene);
  if (!person) return undefined;
  return purchaseAs(scene, person);
};

const someProduct = ({ random }: Scene): Product => (random.chance(0.65) ? "monthly" : "lifetime");

/** @param settles the probability that the webhooks arrive before the next step */
export async function purchaseAs(
  scene: Scene,
  person: Person,
  product: Product = someProduct(scene),
  settles = 0.7,
  seats?: number,
): Promise<string> {
  const { status, body } = await startCheckout(
    scene,
    person,
    product,
    "checkout",
    false,
    true,
    undefined,
    seats,
  );
  const session = person.sessions.at(-1);
  if (status !== 200 || session === undefined)
    return `${person.email} cannot buy ${product}: ${status} ${body.code ?? ""}`;
  const end = payWith(scene, session, GOOD_CARD);
  if (scene.random.chance(settles)) await scene.shop.settle();
  return `${person.email} buys ${product}: ${end}`;
}

/** A new person buys after following an affiliate's link. */
const refer: Step = async (scene) => {
  const affiliate = scene.random.pick(scene.people.all.filter(({ referralCode }) => referralCode));
  if (!affiliate?.referralCode) return undefined;
  const person = await signUpAs(scene, affiliate.referralCode);
  return person && `${affiliate.email} refers ${await purchaseAs(scene, person)}`;
};

/** Pays on the invoice's page at Stripe. A mail links to this page. */
const payInvoicePage: Step = async ({ shop, random }) => {
  const { store } = shop.stripe;
  const invoice = random.pick(store.all("invoice").filter(({ status }) => status === "open"));
  return invoice && payInvoice(shop, invoice.id);
};

export function payInvoice({ stripe }: Shop, invoice: string): string {
  const paid = refusable(() => stripe.engine.acts.payInvoice(invoice, GOOD_CARD));
  return `invoice ${invoice} is paid on its page: ${paid?.status ?? "refused"}`;
}

export function newCard({ shop }: Scene, customer: string, number: string): void {
  refusable(() => shop.stripe.engine.acts.changeCard(customer, number, SITE));
}

const changeCard: Step = async (scene) => {
  const subscription = someSubscription(scene);
  if (!subscription) return undefined;
  const number = scene.random.chance(0.5) ? GOOD_CARD : FAILING_CARD;
  newCard(scene, subscription.customer, number);
  return `the customer of ${subscription.id} changes the card to ${number}`;
};

const OWING: readonly string[] = ["past_due", "unpaid"];

/** Uses "Fix payment": chooses another card in the portal, and returns to our page, which collects the debt. */
const fixPayment: Step = async (scene) => {
  const { shop, people, random } = scene;
  const { store } = shop.stripe;
  const owing = store.all("subscription").filter(({ status }) => OWING.includes(status));
  const subscription = random.pick(owing);
  const person = people.all.find(({ sub }) => sub === subscription?.metadata.userId);
  return subscription && person && fixPaymentOf(scene, person, subscription);
};

export async function fixPaymentOf(
  scene: Scene,
  person: Person,
  subscription: { id: string; customer: string },
): Promise<string> {
  const { shop, fault } = scene;
  const { store } = shop.stripe;
  newCard(scene, subscription.customer, GOOD_CARD);
  const { status, body } = await shop.call("subscriptions/payOpenInvoices", person, {}, fault);
  const then = store.find("subscription", subscription.id)?.status ?? "gone";
  // A subscription that was never paid ends without a debt.
  const hasBegun = store
    .all("invoice")
    .some(
      ({ parent, status }) =>
        parent?.subscription_details?.subscription === subscription.id && status === "paid",
    );
  if (
    hasBegun &&
    fault === undefined &&
    body.outcome === "nothing_due" &&
    OWING.includes(then) &&
    store.find("customer", subscription.customer)
  )
    shop.untrue.push(
      `"Fix payment" collects: ${subscription.id} stays ${then}, and the page says nothing is due`,
    );
  if (fault === undefined && body.outcome === "paid" && OWING.includes(then))
    shop.untrue.push(`"Fix payment" collects: ${subscription.id} stays ${then} after it was paid`);
  if (fault === undefined && body.outcome === "declined")
    shop.untrue.push(
      `"Fix payment" charges the new card: a working card of ${subscription.id} was "declined"`,
    );
  return `${person.email} fixes the payment: ${status} ${body.outcome ?? body.code}, ${then}`;
}

export const PAYING_STEPS = {
  buyMonthly: buy("monthly"),
  buyLifetime: buy("lifetime"),
  buyTwiceAtOnce,
  pay,
  payByDebit,
  purchase,
  refer,
  payInvoicePage,
  changeCard,
  fixPayment,
} satisfies Record<string, Step>;
