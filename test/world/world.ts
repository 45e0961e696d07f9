import "../simulation/determinism.ts";
import type Stripe from "stripe";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { CATALOG, type ProductId } from "#shared/catalog/catalog.ts";
import type { Request } from "#shared/endpoint.ts";
import type { ENDPOINTS, EndpointId } from "#shared/endpoints.ts";
import type { Need } from "#shared/insights/needs.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#shared/instant.ts";
import { TAX } from "#shared/payments/tax.ts";
import type { Acts } from "#stripe-sandbox";
import { clock, startWorld } from "../simulation/determinism.ts";
import { violations } from "../simulation/invariants/all.ts";
import { newPeople } from "../simulation/people.ts";
import { Random } from "../simulation/random.ts";
import type { Caller } from "../simulation/requests.ts";
import type { ScheduledId } from "../simulation/schedules.ts";
import type { SentMail } from "../simulation/services.ts";
import { type Answer, Shop } from "../simulation/shop.ts";
import { recordNoStacks } from "../simulation/stripe.ts";
import { breakOff, type Fault, type Outage, repairAll } from "../simulation/wire.ts";
import type { Row } from "../support/memory/expressions.ts";

/**
 * The whole shop in this process, for stories that take milliseconds. It has the real functions and Stripe's sandbox.
 * The database, the queues, the user pool and the mail are in memory behind the SDKs' clients. Schedules, streams,
 * queues and webhooks run as on a stack. Gateway, browser and template are missing, and are tested elsewhere.
 *
 *     const world = theWorld();
 *     test("a refund ends the subscription, and nothing is charged afterwards", async () => {
 *       const ann = await world.signUp();
 *       const { payment } = await world.buy(ann, "monthly");
 *       await world.stripe.refunds.create({ payment_intent: payment });
 *       await world.settle();
 *       expect(await world.codes(ann)).toEqual(["REVOKED"]);
 *       await world.days(32);
 *       expect(world.charged(ann)).toBe(0);
 *     });
 *
 * Each test begins with an empty shop, by default on Monday, 5 January 2026, 12:00 UTC. The clock moves only where the
 * test moves it, and by a millisecond with each call. After each test everything settles, and the simulation's
 * invariants are checked: no charge without a right, no untrue mail, no call that answers 500, no dead letter. After a
 * test that called `breaks`, nothing settles, and only the mails are checked. `test/simulation` plays random stories in
 * the same world.
 */

export type Person = Caller & { email: string; userId: string };
export type Bought = { sessionId: string; licenseKey: string; payment: string; charge: string };
/** What a buyer may add to a purchase: a discount code, an affiliate's code, and seats for a team. */
export type Added = { code?: string; affiliateCode?: string; seats?: number; credit?: object };
/** The holder of the card that pays, by default the buyer. */
type Paying = Added & { holder?: string };
type Operating = Caller & { operator: true };

export const SITE = "https://shop.example";
export const GOOD_CARD = "4242424242424242";
/** This card can be attached, but charges fail. */
export const FAILING_CARD = "4000000000000341";

/** A computer as the desktop application describes it. */
export const computer = (name: string) => ({
  fingerprint: `fingerprint-of-${name.replaceAll(" ", "-")}`,
  computerName: name,
  os: "macOS 15.1",
  appVersion: "0.3.0",
});

export type Beginning = {
  /** When the story begins, after 5 January 2026. */
  at?: string;
  /** Whether tax is collected. Buyers are then in Germany, where it is 19 %. Default: false. */
  tax?: boolean;
  /** Whether the operator has turned on the yearly plan, trials, teams and credit for unused days. Default: false. */
  sellsAll?: boolean;
};

/** Opens the world for a test file. @param beginning the beginning of every test in the file */
export function theWorld(beginning: Beginning = {}): World {
  const world = new World();
  beforeAll(() => world.load());
  beforeEach(() => world.begin(beginning));
  afterEach(() => world.expectTruth());
  return world;
}

/** Each process has one shop, because the shop replaces the services that the process's clients call. */
const shop = new Shop();
let loading: Promise<void> | undefined;

export class World {
  readonly shop = shop;
  /** The operator, with a fresh sign-in. */
  readonly operator: Operating = { sub: "00000000-0000-4000-8000-00000000feed", operator: true };
  /** The story's random numbers, which are the same in every run. */
  random = new Random(1);
  #signedUp: Person[] = [];
  #sessions = 0;
  #isBroken = false;
  #tolerated: RegExp | undefined;

  load(): Promise<void> {
    if (process.env.VERBOSE === undefined) console.info = console.warn = console.error = () => {};
    loading ??= shop.load().then(recordNoStacks);
    return loading;
  }

  async begin({ at, tax = false, sellsAll = false }: Beginning = {}): Promise<void> {
    // The product reads this constant.
    Object.assign(TAX, { isCollected: tax });
    repairAll();
    this.#isBroken = false;
    this.#tolerated = undefined;
    this.#signedUp = [];
    this.#sessions = 0;
    startWorld(1);
    this.random = new Random(1);
    if (at !== undefined) clock.moveTo(Date.parse(at));
    await shop.open({ sellsAll, isRarer: false });
    shop.letIn(this.operator);
  }

  /** Checks what must be true after every story, here and in the simulation. */
  async expectTruth(): Promise<void> {
    if (this.#isBroken) return expect(shop.untrue).toEqual([]);
    await shop.settle();
    shop.signInAgain();
    const all = this.#signedUp.map((one) => ({ ...one, devices: [], sessions: [], cookies: [] }));
    const settled = { shop, people: { ...newPeople(), all }, random: new Random(1) };
    const found = await violations(settled);
    expect(found.filter((one) => this.#tolerated?.test(one) !== true)).toEqual([]);
  }

  /** Allows violations with these words, for a test that breaks an invariant on purpose. */
  tolerates(words: RegExp): void {
    this.#tolerated = words;
  }

  // People.

  /**
   * @param given.cookies the cookies of a browser that followed an affiliate's link, see `click`
   * @param given.proves whether the person confirms the address: without that, the API sells no unit when few are left
   */
  async signUp(
    given: { email?: string; cookies?: readonly string[]; proves?: boolean } = {},
  ): Promise<Person> {
    const number = this.#signedUp.length;
    const { email = `person${number}@example.com`, cookies = [] } = given;
    const sub = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    shop.services.users.set(sub, { sub, email, enabled: true, signedInAt: clock.now() });
    await shop.confirmed(sub, email);
    const person: Person = { sub, userId: sub, email };
    this.#signedUp.push(person);
    await shop.startSession(person, cookies);
    if (given.proves === true) await this.prove(person);
    return person;
  }

  /** Asks for the mailed code and types it. The person's other sessions end. */
  async prove(person: Person): Promise<void> {
    await this.call("accounts/sendEmailCode", {}, person);
    await this.settle();
    const code = /\b\d{6}\b/.exec(this.mails(person)[0]?.text ?? "")?.[0] ?? "";
    const { status, body } = await this.call("accounts/confirmEmail", { code }, person);
    if (status !== 200) throw new Error(`The code was refused: ${JSON.stringify(body)}`);
    await this.settle();
  }

  /** Resets the password with the code that the pool mails. */
  reset = ({ sub, email }: Person): Promise<void> => shop.confirmed(sub, email, "ConfirmForgotPassword");

  /** Waits for the next second, because a sign-in in the second in which sessions ended counts as ended. */
  async signInAgain(person: Person): Promise<void> {
    clock.moveTo(clock.now() + SECOND);
    this.#sessions += 1;
    person.session = `session-${person.sub}-${this.#sessions}`;
    await shop.startSession(person, []);
  }

  /** A visitor clicks on an affiliate's link. @returns the cookies that are set */
  click(code: string): Promise<string[]> {
    return shop.click(code);
  }

  /** Signs up a new person who joins the affiliate program. */
  async join(): Promise<Person & { code: string }> {
    const person = await this.signUp();
    const { body } = await this.call("affiliates/join", { acceptTerms: true }, person);
    return { ...person, code: String(body.referral_code) };
  }

  // Calls of the API.

  /** @param caller the signed-in person @param fault what fails during the call; the status may then be 0 */
  call<I extends EndpointId>(
    id: I,
    input: Request<(typeof ENDPOINTS)[I]>,
    caller?: Caller,
    fault?: Fault,
  ): Promise<Answer> {
    // A call takes time, so its changes are later than earlier changes.
    clock.moveTo(clock.now() + 1);
    return shop.call(id, caller, input as object, fault);
  }

  operate<I extends EndpointId>(id: I, input: Request<(typeof ENDPOINTS)[I]>): Promise<Answer> {
    return this.call(id, input, this.operator);
  }

  /** A call of the operator, for the helpers in test/support that read figures. */
  ask = async (id: EndpointId, input: object): Promise<never> =>
    (await this.operate(id, JSON.parse(JSON.stringify(input)))) as never;

  /** Makes several calls at once, in a random order of their steps. */
  async atOnce<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
    const answers: T[] = [];
    await shop.together(
      calls.map((call, at) => async () => {
        answers[at] = await call();
      }),
      this.random,
    );
    return answers;
  }

  // Buying.

  openCheckout(
    person: Person,
    product: ProductId,
    added: Added = {},
    leaveTo = "/dashboard",
  ): Promise<Answer> {
    const input = {
      price_id: shop.stripe.prices[product],
      mode: CATALOG[product].mode,
      success_url: `${SITE}/success`,
      cancel_url: `${SITE}${leaveTo}`,
      ...added,
    };
    return shop.call("checkout/startCheckout", person, input);
  }

  /** Pays on Stripe's page. @param holder the holder of the card, by default the buyer */
  pay(sessionId: string, card = GOOD_CARD, holder?: string): void {
    const buyer = holder ?? this.store.find("checkoutSession", sessionId)?.customer;
    const fingerprint = `${card} of ${buyer}`;
    this.acts.payCheckout(sessionId, { card, fingerprint, ...(TAX.isCollected ? { place: "DE" } : {}) });
  }

  /** Opens a checkout, pays it, and waits until the webhooks have been handled. */
  async buy(person: Person, product: ProductId, { holder, ...added }: Paying = {}): Promise<Bought> {
    const { body } = await this.openCheckout(person, product, added);
    const sessionId = String(body.sessionId);
    this.pay(sessionId, GOOD_CARD, holder);
    await this.settle();
    const checkout = await this.call("stripeEvents/getCheckout", { sessionId }, person);
    return { sessionId, licenseKey: String(checkout.body.licenseKey), ...this.paymentOf(sessionId) };
  }

  /** A new person who has bought the monthly plan. */
  async subscriber(added: Added = {}): Promise<{ person: Person } & Bought> {
    const person = await this.signUp();
    return { person, ...(await this.buy(person, "monthly", added)) };
  }

  paymentOf(sessionId: string): { payment: string; charge: string } {
    const { store } = shop.stripe;
    const { invoice, payment_intent } = store.find("checkoutSession", sessionId) ?? {};
    const paid = store.all("invoicePayment").find((one) => one.invoice === invoice)?.payment.payment_intent;
    const payment = String(paid ?? payment_intent);
    return { payment, charge: String(store.find("paymentIntent", payment)?.latest_charge) };
  }

  /** The person's subscription, as their account shows it. */
  async subscription(person: Person) {
    const { body } = await this.call("subscriptions/getSubscription", {}, person);
    return body.subscription as {
      subscription_id: string;
      customer_id: string;
      subscription_status: string;
      current_period_start: number;
      current_period_end: number;
    };
  }

  /** Sets another card for the person's next payments. */
  async renewWith(person: Person, card: string): Promise<void> {
    const { subscription_id, customer_id: customer } = await this.subscription(person);
    const { id } = await this.stripe.paymentMethods.attach(card, { customer });
    await this.stripe.subscriptions.update(subscription_id, { default_payment_method: id });
  }

  /** Chooses a card in Stripe's portal, which does not pay open invoices with it. @returns the card's id */
  async choose(person: Person, card: string): Promise<string> {
    const { customer_id: customer } = await this.subscription(person);
    const { id } = await this.stripe.paymentMethods.attach(card, { customer });
    await this.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
    return id;
  }

  /** The invoices of a subscription, newest first. */
  async invoices(subscription: string, status?: Stripe.Invoice.Status) {
    return (await this.stripe.invoices.list({ subscription, ...(status && { status }) })).data;
  }

  /** The number of a person's payments that are not refunded. */
  charged(person: Person): number {
    return this.chargesOf(person).filter(({ paid, refunded }) => paid && !refunded).length;
  }

  /** All charges of all the customers that Stripe has for the person. */
  chargesOf(person: Person) {
    const customers = new Set(
      shop.stripe.store
        .all("customer")
        .filter(({ metadata }) => metadata.userId === person.userId)
        .map(({ id }) => id),
    );
    return shop.stripe.store.all("charge").filter(({ customer }) => customers.has(customer ?? ""));
  }

  async offerUnits(
    quantity_remaining: number,
    change: { end_at?: string | null; lifetime_enabled?: boolean; waiting_list?: boolean } = {},
  ): Promise<Answer> {
    const { body } = await this.call("promotions/getPromotions", {});
    const version = Number(body.version);
    const input = { lifetime_enabled: true, end_at: null, ...change, quantity_remaining, version };
    return this.operate("promotions/savePromotions", input);
  }

  // Keys.

  async keys(person: Person): Promise<{ license_key: string; code: string; warning: string | null }[]> {
    const { body } = await this.call("licenses/listSeats", {}, person);
    return body.seats as { license_key: string; code: string; warning: string | null }[];
  }

  /** The code of each of a person's keys, as the desktop application gets it. */
  async codes(person: Person): Promise<string[]> {
    return (await this.keys(person)).map(({ code }) => code);
  }

  /** Activates a person's first key on a computer. @returns the answer's code */
  async activate(person: Person, name = "desk"): Promise<unknown> {
    const [key] = await this.keys(person);
    const input = { licenseKey: key?.license_key ?? "", ...computer(name) };
    return (await this.call("licenses/activate", input)).body.code;
  }

  // Stripe.

  /** Stripe's SDK, for acts at the dashboard or by a script. */
  get stripe(): Stripe {
    return shop.stripe.sdk;
  }

  /** Acts of customers, banks and the dashboard at Stripe. */
  get acts(): Acts {
    return shop.stripe.engine.acts;
  }

  get store() {
    return shop.stripe.store;
  }

  /** A bank disputes a charge, and the shop gets the webhook. @returns a function that decides the dispute */
  async dispute(charge: string): Promise<(outcome: "won" | "lost") => Promise<void>> {
    const { id } = this.acts.openDispute(charge, "fraudulent");
    await this.settle();
    return async (outcome) => {
      this.acts.closeDispute(id, outcome);
      await this.settle();
    };
  }

  /** Sets how Stripe's dunning ends, and on which days it retries. */
  dunning(end: "canceled" | "unpaid" | "past_due", retryDays = [3, 5, 7]): void {
    const { store } = shop.stripe;
    const settings = store.find("settings", "settings");
    if (settings) store.put("settings", { ...settings, dunningEnd: end, retryDays });
  }

  /** Holds Stripe's webhooks back during `work`. They arrive afterwards. */
  async withoutWebhooks(work: () => Promise<void>): Promise<void> {
    shop.stripe.webhooks = "held";
    await work();
    shop.stripe.webhooks = "delivered";
  }

  // Time.

  now(): Date {
    return new Date(clock.now());
  }

  /** Lets days pass one at a time. */
  async days(count: number): Promise<void> {
    for (let left = count * DAY; left > 0; left -= DAY) await shop.advance(Math.min(left, DAY));
  }
  hours = (count: number): Promise<void> => shop.advance(count * HOUR);
  minutes = (count: number): Promise<void> => shop.advance(count * MINUTE);
  seconds = (count: number): Promise<void> => shop.advance(count * SECOND);

  /** Waits until no webhook, message or change of a row is left to deliver. */
  settle(): Promise<void> {
    return shop.settle();
  }

  run(id: ScheduledId): Promise<unknown> {
    return shop.run(id);
  }

  // What is stored and sent.

  async audited(action: EndpointId, { userId }: Person): Promise<Row[]> {
    const { body } = await this.operate("audit/listAudit", { userId });
    return (body.entries as Row[]).filter((entry) => entry.action === action);
  }

  /** The mails to a person or an address, newest first. */
  mails(to: Pick<Person, "email"> | "operator"): SentMail[] {
    const address = to === "operator" ? process.env.OPERATOR_EMAIL : to.email;
    return shop.services.sent.filter((mail) => mail.to === address).toReversed();
  }

  /** How many mails to a person have these words in the subject or the text. */
  mailed(to: Pick<Person, "email"> | "operator", words: RegExp): number {
    return this.mails(to).filter(({ subject, text }) => words.test(`${subject}\n${text}`)).length;
  }

  /** A table's rows, by its name in infra/tables.ts. */
  rows(table: string): Row[] {
    return shop.database.rows(table);
  }

  /** Writes a row without a change in the stream. */
  put(table: string, row: Row): void {
    shop.database.put(table, row);
  }

  /** Changes a row in the database, without the product. */
  patch(table: string, { pk, sk }: { pk: string; sk: string }, change: Row): void {
    const row = shop.database.partition(table, pk).find((one) => one.sk === sk);
    if (!row) throw new Error(`${table} has no ${pk} ${sk}`);
    this.put(table, { ...row, ...change });
  }

  /** The list "Needs you" of the back office. */
  async needs(): Promise<Need[]> {
    return (await this.operate("insights/getNeeds", {})).body.needs as Need[];
  }

  /** Makes something fail from now on, until `repair`. */
  breaks(outage: Outage): void {
    this.#isBroken = true;
    breakOff(outage);
  }

  repair(): void {
    repairAll();
  }
}
