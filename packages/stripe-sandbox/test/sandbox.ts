import Stripe from "stripe";

/** A time in whole epoch seconds. */
export const secondsAt = (time: string): number => Date.parse(time) / 1000;

export const CARD = {
  number: "4242 4242 4242 4242",
  expiry: "12 / 34",
  cvc: "123",
  name: "Ada Lovelace",
  postal: "94103",
};

export async function aPrice(
  stripe: Stripe,
  more: Partial<Stripe.PriceCreateParams> = {},
): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name: "Plan" });
  return stripe.prices.create({ product: product.id, currency: "usd", unit_amount: 1200, ...more });
}

export async function aMonthlyPrice(stripe: Stripe): Promise<Stripe.Price> {
  return aPrice(stripe, { recurring: { interval: "month" } });
}

export async function aPayer(stripe: Stripe, card = "pm_card_visa"): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({ email: "payer@example.com" });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
}

export async function changeCard(stripe: Stripe, customer: unknown, card: string): Promise<void> {
  const method = await stripe.paymentMethods.attach(card, { customer: String(customer) });
  await stripe.customers.update(String(customer), {
    invoice_settings: { default_payment_method: method.id },
  });
}

export async function aSubscription(
  stripe: Stripe,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
  card?: string,
): Promise<Stripe.Subscription> {
  const customer = await aPayer(stripe, card);
  const price = await aMonthlyPrice(stripe);
  return stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], ...more });
}

export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("the call was not refused");
}
