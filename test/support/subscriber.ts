import { expect } from "vitest";
import { call } from "./api.ts";
import { mailTo } from "./mail.ts";
import { type Person, signInPerson, signUpPerson } from "./people.ts";
import { buy, codesOf, paymentOf, stripeClient } from "./shop.ts";

/** A customer who bought the subscription, for stories that last longer than a sign-in. */
export class Subscriber {
  person: Person;
  readonly payment: { payment_intent: string; charge: string };

  private constructor(person: Person, payment: Subscriber["payment"]) {
    this.person = person;
    this.payment = payment;
  }

  static async subscribe(): Promise<Subscriber> {
    const person = await signUpPerson();
    return new Subscriber(person, await paymentOf((await buy(person, "monthly")).sessionId));
  }

  /** A token lives for an hour of the clock. */
  async signInAgain(): Promise<void> {
    this.person = await signInPerson(this.person.email);
  }

  get as(): { token: string } {
    return { token: this.person.accessToken };
  }

  async subscription() {
    const { body } = await call("billing/getSubscription", {}, this.as);
    return body.subscription as {
      subscription_id: string;
      customer_id: string;
      subscription_status: string;
      current_period_start: number;
      current_period_end: number;
    };
  }

  codes(): Promise<string[]> {
    return codesOf(this.person);
  }

  /** Payments that Stripe took from them and did not give back. */
  async charged(): Promise<number> {
    const { customer_id } = await this.subscription();
    const { data } = await stripeClient().charges.list({ customer: customer_id, limit: 100 });
    return data.filter(({ paid, refunded }) => paid && !refunded).length;
  }

  /** How many mails have these words, in the subject or the text. */
  async mailed(words: RegExp): Promise<number> {
    const mails = await mailTo(this.person.email);
    return mails.filter(({ subject, text }) => words.test(`${subject}\n${text}`)).length;
  }

  /** From the next invoice on. */
  async payWith(card: string): Promise<void> {
    const { subscription_id, customer_id } = await this.subscription();
    const stripe = stripeClient();
    const { id } = await stripe.paymentMethods.attach(card, { customer: customer_id });
    await stripe.subscriptions.update(subscription_id, { default_payment_method: id });
  }

  /** The card that they choose in Stripe's portal: it pays no open invoice there. */
  async choose(card: string): Promise<void> {
    const { customer_id } = await this.subscription();
    const stripe = stripeClient();
    const { id } = await stripe.paymentMethods.attach(card, { customer: customer_id });
    await stripe.customers.update(customer_id, { invoice_settings: { default_payment_method: id } });
  }

  /** Pays an invoice with the card that they chose, as on the invoice's own page. */
  async payInvoice(id: string): Promise<void> {
    const { customer_id } = await this.subscription();
    const stripe = stripeClient();
    const found = await stripe.customers.retrieve(customer_id);
    const card = found.deleted ? null : found.invoice_settings.default_payment_method;
    await stripe.invoices.pay(id, { payment_method: String(card) });
  }

  async openInvoices(): Promise<string[]> {
    const { subscription_id } = await this.subscription();
    const { data } = await stripeClient().invoices.list({ subscription: subscription_id, status: "open" });
    return data.map(({ id }) => id ?? "");
  }

  async expectBuysAgain(): Promise<void> {
    await buy(this.person, "monthly");
    expect(await this.codes()).toContain("VALID");
  }
}
