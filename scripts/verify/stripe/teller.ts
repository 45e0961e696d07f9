import type Stripe from "stripe";
import { eventually } from "../eventually.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** Runs a story at Stripe or in the sandbox, and records the structure of the results. */
export type Teller = {
  readonly stripe: Stripe;
  /** A monthly price for this run. */
  readonly price: string;
  /** A customer with a test clock and a working card. */
  customer(card?: string): Promise<Customer>;
  note(step: string, seen: unknown): void;
};
export type Customer = {
  readonly id: string;
  /** Moves the customer's test clock and waits for Stripe. */
  advance(seconds: number): Promise<void>;
  eventTypes(): Promise<string[]>;
};
export type Story = { readonly name: string; tell(teller: Teller): Promise<void> };
export type Steps = Readonly<Record<string, Shape>>;

const GOOD_CARD = "pm_card_visa";

/**
 * Removes the story's customers and retires its product, also after a failure. @returns the recorded structure, step by
 * step
 */
export async function tell(story: Story, stripe: Stripe): Promise<Steps> {
  const steps: Record<string, Shape> = {};
  const clocks: string[] = [];
  const product = await stripe.products.create({ name: `verify: ${story.name}` });
  try {
    const price = await stripe.prices.create({
      product: product.id,
      currency: "usd",
      unit_amount: 3000,
      recurring: { interval: "month" },
    });
    await story.tell({
      stripe,
      price: price.id,
      note: (step, seen) => {
        steps[step] = shapeOf(seen);
      },
      customer: async (card = GOOD_CARD) => {
        const start = Math.floor(Date.now() / 1000);
        const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start, name: story.name });
        clocks.push(clock.id);
        return customerOn(stripe, clock, card);
      },
    });
    return steps;
  } finally {
    // Stripe also deletes the clock's customers and their subscriptions.
    for (const clock of clocks) await stripe.testHelpers.testClocks.del(clock);
    await stripe.products.update(product.id, { active: false });
  }
}

async function customerOn(
  stripe: Stripe,
  clock: Stripe.TestHelpers.TestClock,
  card: string,
): Promise<Customer> {
  const { id } = await stripe.customers.create({ email: "verify@example.com", test_clock: clock.id });
  const method = await stripe.paymentMethods.attach(card, { customer: id });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
  let now = clock.frozen_time;
  return {
    id,
    async advance(seconds) {
      now += seconds;
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now });
      await eventually("the test clock did not arrive", async () => {
        const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id);
        if (status === "internal_failure") throw new Error("the test clock failed at Stripe");
        return status === "ready" ? status : undefined;
      });
    },
    async eventTypes() {
      const types = new Set<string>();
      for await (const event of stripe.events.list({ created: { gte: clock.frozen_time }, limit: 100 }))
        if (JSON.stringify(event.data.object).includes(`"${id}"`)) types.add(event.type);
      return [...types].sort();
    },
  };
}
