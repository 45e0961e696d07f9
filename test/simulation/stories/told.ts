import assert from "node:assert/strict";
import type Stripe from "stripe";
import type { EndpointId } from "#shared/endpoints.ts";
import { Grant } from "#shared/grants/grant.ts";
import { standing } from "#shared/licenses/standing.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { clock, startWorld } from "../determinism.ts";
import { newPeople, type People, type Person } from "../people.ts";
import { Random } from "../random.ts";
import type { Answer, Shop } from "../shop.ts";
import { signUpAs } from "../steps/customer.ts";
import { offerUnits } from "../steps/operator.ts";
import { GOOD_CARD, type Product, startCheckout } from "../steps/paying.ts";
import type { Scene } from "../steps/step.ts";

export const MINUTE = 60 * 1000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** One story in an empty shop, with short functions for acts of people, banks and the operator, and for results. */
export class Told {
  readonly shop: Shop;
  people: People = newPeople();
  #mailed = 0;
  readonly random = new Random(1);

  private constructor(shop: Shop) {
    this.shop = shop;
  }

  static async begin(shop: Shop): Promise<Told> {
    const told = new Told(shop);
    await told.restart();
    return told;
  }

  async restart(): Promise<void> {
    startWorld(1);
    await this.shop.open();
    this.people = newPeople();
    this.shop.letIn(this.people.operator);
    await offerUnits(this.scene, 20);
  }

  get scene(): Scene {
    return { shop: this.shop, people: this.people, random: this.random, fault: undefined };
  }
  get acts() {
    return this.shop.stripe.engine.acts;
  }
  get sdk(): Stripe {
    return this.shop.stripe.sdk;
  }

  async signUp(link?: string): Promise<Person> {
    const person = await signUpAs(this.scene, link);
    assert(person);
    return person;
  }

  /** @param credit whether the unused days reduce the price of a lifetime license */
  async open(person: Person, product: Product, { credit = false, seats }: Buying = {}): Promise<string> {
    const found = credit ? (await this.as(person, "checkout/getCredit")).body.credit : undefined;
    const given = found as { cents: number; at: number } | undefined;
    const { status, body } = await startCheckout(
      this.scene,
      person,
      product,
      "checkout",
      false,
      true,
      given,
      seats,
    );
    assert.equal(status, 200, JSON.stringify(body));
    return String(body.sessionId);
  }

  async buy(person: Person, product: Product, how: Buying = {}): Promise<void> {
    const session = await this.open(person, product, how);
    this.acts.payCheckout(session, { card: GOOD_CARD, fingerprint: `card of ${person.sub}` });
    if (how.settles !== false) await this.shop.settle();
  }

  async subscriber(product: "monthly" | "yearly", seats?: number): Promise<Person> {
    const person = await this.signUp();
    await this.buy(person, product, seats === undefined ? {} : { seats });
    return person;
  }

  as(caller: Person, id: EndpointId, input: object = {}): Promise<Answer> {
    return this.shop.call(id, caller, input);
  }

  /** Makes a call as the operator and expects success. */
  async operator(id: EndpointId, input: object = {}): Promise<Answer["body"]> {
    const { status, body } = await this.shop.call(id, this.people.operator, input);
    assert.equal(status, 200, `${id}: ${JSON.stringify(body)}`);
    await this.shop.settle();
    this.shop.signInAgain();
    return body;
  }

  async refund(payment: string, amountCents?: number, effect: "cancel" | "keep" = "cancel") {
    return this.operator("refunds/refundPayment", {
      paymentIntentId: payment,
      requestId: this.random.bytes(8).toString("hex"),
      effect,
      ...(amountCents === undefined ? {} : { amountCents }),
    });
  }

  suspend(person: Person, suspended = true, more: object = { subscription: "pause" }) {
    return this.operator("customers/suspendUser", { userId: person.sub, suspended, ...more });
  }

  async pass(days: number): Promise<void> {
    await this.shop.advance(days * DAY);
  }

  /** Advances to a time at Stripe, in epoch seconds, and then by `after` milliseconds. */
  async passUntil(seconds: number, after = 0): Promise<void> {
    await this.shop.advance(Math.max(0, seconds * 1000 + after - clock.now()));
  }

  subscriptionOf({ sub }: Person): Stripe.Subscription {
    const all = this.shop.stripe.store.all("subscription") as unknown as Stripe.Subscription[];
    const found = all.filter(({ metadata }) => metadata.userId === sub).at(-1);
    assert(found, `${sub} has no subscription`);
    return found;
  }

  periodEnd(person: Person): number {
    return this.subscriptionOf(person).items.data[0]?.current_period_end ?? 0;
  }

  invoicesOf(person: Person, status?: string): Stripe.Invoice[] {
    const all = this.shop.stripe.store.all("invoice") as unknown as Stripe.Invoice[];
    const { id } = this.subscriptionOf(person);
    return all.filter(
      (one) =>
        one.parent?.subscription_details?.subscription === id &&
        (status === undefined || one.status === status),
    );
  }

  /** The sum of the person's charges less refunds, in cents. */
  kept({ sub }: Person): number {
    const row = this.shop.database.partition("Users", sub).find(({ sk }) => sk === "account");
    return this.shop.stripe.store
      .all("charge")
      .filter(({ paid, customer }) => paid && customer === row?.stripeCustomerId)
      .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
  }

  /** The payments of this person, oldest first. */
  payments({ sub }: Person): string[] {
    const row = this.shop.database.partition("Users", sub).find(({ sk }) => sk === "account");
    return this.shop.stripe.store
      .all("charge")
      .filter(({ paid, customer }) => paid && customer === row?.stripeCustomerId)
      .map(({ payment_intent }) => String(payment_intent));
  }

  charge(payment: string): string {
    const found = this.shop.stripe.store
      .all("charge")
      .find((one) => one.payment_intent === payment && one.paid);
    assert(found);
    return found.id;
  }

  grants({ sub }: Person): Grant[] {
    const rows = this.shop.database.rows("Grants");
    return rows
      .filter(({ pk, sk }) => pk === sub && String(sk).startsWith("grant#"))
      .map((row) => Grant.parse(row));
  }

  /** The validation code, such as VALID, of each of the person's grants that is not free. */
  codes(person: Person): string[] {
    return this.grants(person)
      .filter(({ source }) => source !== "free")
      .map(({ entitlement }) => standing(entitlement, new Date(clock.now())).code);
  }

  mails(to: Person | "operator", about?: RegExp): string[] {
    const address = to === "operator" ? "operator@example.com" : to.email;
    return this.shop.services.sent
      .filter((mail) => mail.to === address)
      .map(({ subject, text }) => `${subject}\n${text}`)
      .filter((text) => about === undefined || about.test(text));
  }

  noteMails(): void {
    this.#mailed = this.shop.services.sent.length;
  }

  /** The number of mails to this person or to the operator since `noteMails`. */
  mailsSince(to: Person | "operator"): number {
    const address = to === "operator" ? "operator@example.com" : to.email;
    return this.shop.services.sent.slice(this.#mailed).filter((mail) => mail.to === address).length;
  }

  payouts(): Payout[] {
    const rows = this.shop.database.rows("Payouts");
    return rows.filter(({ sk }) => String(sk).startsWith("payout#")).map((row) => Payout.parse(row));
  }

  async needs(): Promise<{ kind: string; count: number }[]> {
    const { needs } = await this.operator("insights/getNeeds");
    return needs as { kind: string; count: number }[];
  }
}

type Buying = { credit?: boolean; seats?: number; settles?: boolean };

export type Story = (told: Told) => Promise<void>;
export { assert };
