import Stripe from "stripe";
import { CATALOG, type ProductId } from "#shared/catalog/catalog.ts";
import { call } from "./api.ts";
import { payCheckout, settle } from "./control.ts";
import type { Person } from "./people.ts";
import { patchRow } from "./rows.ts";
import { stack } from "./running.ts";

/** The official SDK, pointed at the sandbox. */
export function stripeClient(): Stripe {
  const { hostname, port } = new URL(stack().stripe.apiUrl);
  return new Stripe(stack().stripe.secretKey, { host: hostname, port: Number(port), protocol: "http" });
}

export async function priceOf(product: ProductId): Promise<string> {
  const { data } = await stripeClient().prices.list({
    product: CATALOG[product].stripeProductId,
    active: true,
  });
  return data[0]?.id ?? "no price";
}

/** What a buyer may add to a purchase: a discount code, an affiliate's code, and seats for a team. */
type Added = { code?: string; affiliateCode?: string; seats?: number };

/** @param leaveTo the page of the site to which Stripe's page leads back */
export async function openCheckout(
  person: Person,
  product: ProductId,
  leaveTo = "/dashboard",
  added: Added = {},
) {
  // Only a customer with a confirmed address can reserve the last units.
  if (product === "lifetime")
    await patchRow("Users", { pk: person.userId, sk: "account" }, "emailConfirmed", true);
  return call(
    "checkout/startCheckout",
    {
      price_id: await priceOf(product),
      mode: CATALOG[product].mode,
      success_url: `${stack().siteUrl}/success`,
      cancel_url: `${stack().siteUrl}${leaveTo}`,
      ...added,
    },
    { token: person.accessToken },
  );
}

/**
 * Makes a checkout's page accept bank debits, as all pages did before they accepted only cards.
 * @returns the session of that page
 */
export async function openSlowCheckout(person: Person): Promise<string> {
  const { body } = await openCheckout(person, "lifetime");
  const { sessions } = stripeClient().checkout;
  const { customer, metadata } = await sessions.retrieve(String(body.sessionId));
  const { id } = await sessions.create({
    mode: "payment",
    customer: String(customer),
    line_items: [{ price: await priceOf("lifetime"), quantity: 1 }],
    success_url: `${stack().siteUrl}/success`,
    metadata: metadata ?? {},
    payment_intent_data: { metadata: metadata ?? {} },
  });
  await patchRow("Promotions", { pk: `reservation#${person.userId}`, sk: "lifetime" }, "sessionId", id);
  return id;
}

/** Opens a checkout, pays it, and waits until the webhooks have been handled. */
export async function buy(
  person: Person,
  product: ProductId,
  added: Added = {},
): Promise<{ sessionId: string; licenseKey: string }> {
  const { body } = await openCheckout(person, product, "/dashboard", added);
  const sessionId = String(body.sessionId);
  await payCheckout(sessionId);
  await settle();
  const checkout = await call("stripeEvents/getCheckout", { sessionId }, { token: person.accessToken });
  return { sessionId, licenseKey: String(checkout.body.licenseKey) };
}

/** A computer as the desktop application describes it. */
export const computer = (name: string) => ({
  fingerprint: `fingerprint-of-${name.replaceAll(" ", "-")}`,
  computerName: name,
  os: "macOS 15.1",
  appVersion: "0.3.0",
});

/** Calls the Stripe sandbox's control: acts as a bank or in Stripe's dashboard, or lets time pass at Stripe. */
export async function atStripe(path: string, body: Record<string, unknown> = {}): Promise<unknown> {
  const response = await fetch(`${stack().stripe.apiUrl}/_control/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

/** The customer's keys with their codes, as the desktop application gets them. */
export async function keysOf(
  person: Person,
): Promise<{ license_key: string; code: string; warning: string | null }[]> {
  const { body } = await call("licenses/listSeats", {}, { token: person.accessToken });
  return body.seats as { license_key: string; code: string; warning: string | null }[];
}

/** Activates the customer's first key on a computer, as the application does. @returns the answer's code */
export async function activateKey(person: Person, name = "desk"): Promise<unknown> {
  const [seat] = await keysOf(person);
  const { body } = await call("licenses/activate", {
    licenseKey: seat?.license_key ?? "",
    ...computer(name),
  });
  return body.code;
}

export const codesOf = async (person: Person): Promise<string[]> =>
  (await keysOf(person)).map(({ code }) => code);

export async function paymentOf(sessionId: string): Promise<{ payment_intent: string; charge: string }> {
  const stripe = stripeClient();
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ["invoice"] });
  const invoice = typeof session.invoice === "object" ? session.invoice : null;
  const paid = invoice
    ? (await stripe.invoicePayments.list({ invoice: invoice.id ?? "", limit: 1 })).data[0]?.payment
        .payment_intent
    : session.payment_intent;
  const id = String(typeof paid === "string" ? paid : (paid?.id ?? session.payment_intent));
  const payment = await stripe.paymentIntents.retrieve(id);
  return { payment_intent: id, charge: String(payment.latest_charge) };
}

/** Changes the number of seats, as in Stripe's dashboard. */
export async function setQuantity(subscription: string, quantity: number): Promise<void> {
  const { subscriptions } = stripeClient();
  const [item] = (await subscriptions.retrieve(subscription)).items.data;
  await subscriptions.update(subscription, {
    items: [{ id: item?.id ?? "", quantity }],
    proration_behavior: "none",
  });
}
