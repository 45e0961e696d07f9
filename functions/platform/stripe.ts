import Stripe from "stripe";
import * as z from "zod/mini";
import { AppError } from "#shared/errors.ts";
import { SECOND } from "#shared/instant.ts";
import { noSuchPage } from "./cursor.ts";
import { env } from "./env.ts";
import { failures } from "./failures.ts";
import { remainingMs } from "./invocation.ts";
import { log } from "./log.ts";
import { readSecret } from "./secrets.ts";
import { slowDown, takeTurn } from "./stripePace.ts";

/** Each webhook endpoint accepts two secrets while one is rolled. */
const StripeSecret = z.object({
  secretKey: z.string(),
  webhookSecrets: z.array(z.string()).check(z.minLength(1)),
  /** For the endpoint with the events of affiliates' accounts. Empty until that endpoint exists. */
  connectWebhookSecrets: z._default(z.array(z.string()), []),
});

let connected: { secretKey: string; stripe: Stripe } | undefined;

async function secret() {
  return StripeSecret.parse(JSON.parse(await readSecret(env("SECRET_STRIPE"))));
}

/** The SDK retries network failures with the same idempotency key. */
export async function stripe(): Promise<Stripe> {
  const { secretKey } = await secret();
  if (connected?.secretKey !== secretKey)
    connected = {
      secretKey,
      stripe: new Stripe(secretKey, { maxNetworkRetries: 2, timeout: 10 * SECOND, httpClient: inTime() }),
    };
  return connected.stripe;
}

/** SDK errors that leave the outcome open: Stripe failed, did not answer or asked us to wait. */
const AWAY = /^Stripe(API|Connection|RateLimit)Error$/;

export const isStripeAway = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && AWAY.test(error.type);

failures.tell = (error) => {
  if (!isStripeAway(error)) return error;
  log.error("stripe.unavailable", error);
  return new AppError("PAYMENTS_UNAVAILABLE", "Our payment provider is not answering. Please try again.");
};

/** Reserved for the SDK's pauses between attempts and for our response. */
const TO_ANSWER = 3 * SECOND;

const TOO_MANY = 429;

/**
 * The SDK's HTTP client with deadlines: requests and retries end before Lambda stops the function. Background jobs also
 * limit their rate (stripePace.ts), and repeat requests that Stripe refused because there were too many.
 */
function inTime(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const ask = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    for (;;) {
      await takeTurn(`${request[3]} ${request[2].replace(/[?].*|_\w{8,}/g, "")}`);
      const left = remainingMs() - TO_ANSWER;
      if (left <= 0) throw Stripe.HttpClient.makeTimeoutError();
      request[7] = Math.min(request[7], left);
      const answer = await ask(...request);
      if (answer.getStatusCode() !== TOO_MANY || !slowDown()) return answer;
      await answer.toJSON().catch(() => undefined);
    }
  };
  return client;
}

/** Whether this deployment uses real money. Handlers ignore events of the other mode. */
export async function isLivemode(): Promise<boolean> {
  return (await secret()).secretKey.includes("_live_");
}

/**
 * @param account the connected account that has the event: Stripe hides the event from our own account. Null: our own.
 * @throws NOT_FOUND if Stripe does not know the event; it deletes events after 30 days
 */
export async function fetchEvent(eventId: string, account: string | null): Promise<Stripe.Event> {
  try {
    const { events } = await stripe();
    return await events.retrieve(eventId, {}, account === null ? {} : { stripeAccount: account });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.statusCode !== 404) throw error;
    throw new AppError("NOT_FOUND", "Stripe has no such event. It keeps events for 30 days.", {
      cause: error,
    });
  }
}

/** @throws NOT_FOUND if Stripe does not know the object in the page's cursor */
export async function orNoSuchPage<T>(page: Promise<T>): Promise<T> {
  try {
    return await page;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.param !== "starting_after")
      throw error;
    throw noSuchPage(error);
  }
}

export function isCustomerGone(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === "resource_missing" &&
    error.param === "customer"
  );
}

/** Ignores a customer that was deleted at Stripe. */
export const updateCustomer = (customer: string, change: Stripe.CustomerUpdateParams): Promise<void> =>
  unlessMissing(async ({ customers }) => {
    await customers.update(customer, change);
  });

/** Removes the saved tax IDs. Invoices keep those that they show. */
export const removeTaxIds = (customer: string): Promise<void> =>
  unlessMissing(async ({ customers }) => {
    const { data } = await customers.listTaxIds(customer, { limit: 100 });
    for (const { id } of data) await customers.deleteTaxId(customer, id);
  });

/** Stripe never charges or attaches a detached payment method again. */
export const detachCards = (customer: string): Promise<void> =>
  unlessMissing(async ({ customers, paymentMethods }) => {
    const saved = await customers.listPaymentMethods(customer).autoPagingToArray({ limit: 1000 });
    for (const { id } of saved) await paymentMethods.detach(id);
  });

async function unlessMissing(change: (client: Stripe) => Promise<void>): Promise<void> {
  try {
    await change(await stripe());
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
    if (!isMissing) throw error;
  }
}

/** Includes the charge. @throws as `orRefused` does */
export async function retrievePayment(
  paymentIntentId: string,
  ...alsoExpanded: readonly string[]
): Promise<Stripe.PaymentIntent> {
  const { paymentIntents } = await stripe();
  return orRefused(paymentIntents.retrieve(paymentIntentId, { expand: ["latest_charge", ...alsoExpanded] }));
}

/**
 * @param amountCents default: the whole remaining amount
 * @param idempotencyKey the same key returns the same refund
 * @throws CONFLICT or NOT_FOUND with Stripe's own reason if Stripe refuses
 */
export async function refund(
  paymentIntentId: string,
  amountCents: number | undefined,
  idempotencyKey: string,
  metadata: Record<string, string>,
): Promise<Stripe.Refund> {
  const { refunds } = await stripe();
  const amount = amountCents === undefined ? {} : { amount: amountCents };
  return orRefused(
    refunds.create({ payment_intent: paymentIntentId, metadata, ...amount }, { idempotencyKey }),
  );
}

/** Newest first. One page is enough, because a payment has few refunds. */
export async function refundsOf(paymentIntentId: string): Promise<Stripe.Refund[]> {
  const { refunds } = await stripe();
  return (await refunds.list({ payment_intent: paymentIntentId, limit: 100 })).data;
}

export async function priceOf(lookupKey: string): Promise<Stripe.Price | undefined> {
  const { prices } = await stripe();
  return (await prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })).data[0];
}

/** Whether Stripe refused a checkout session because its discount has ended since we looked it up. */
export function isDiscountRefused(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.param?.startsWith("discounts") === true
  );
}

/** @throws CONFLICT or NOT_FOUND with Stripe's own reason if Stripe refuses */
export async function orRefused<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const isRefused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      // Stripe did nothing, because the key was reused with other parameters.
      (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== 409);
    if (!isRefused) throw error;
    throw new AppError(error.statusCode === 404 ? "NOT_FOUND" : "CONFLICT", error.message, { cause: error });
  }
}

/** Stripe's default, applied to old and to future timestamps. The SDK refuses only old ones. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature and accepts events of any type. The SDK's `constructEvent` throws for a thin event. We would
 * then answer 500, and Stripe would redeliver the event for days.
 * @throws VALIDATION_ERROR if the signature is missing, wrong, too old or from the future, or the body is not JSON
 */
export async function verifyStripeEvent(body: string, signature: string, now: Date): Promise<Stripe.Event> {
  const refused = new AppError("VALIDATION_ERROR", "The Stripe signature is not valid.", {
    field: "stripe-signature",
  });
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  const nowSeconds = Math.floor(now.getTime() / SECOND);
  if (!(signedAt <= nowSeconds + SIGNATURE_TOLERANCE_SECONDS)) throw refused;
  const { webhookSecrets, connectWebhookSecrets } = await secret();
  const { signature: signatures } = Stripe.webhooks;
  if (!signatures) throw new Error("Stripe's SDK cannot verify signatures");
  for (const webhookSecret of [...webhookSecrets, ...connectWebhookSecrets]) {
    try {
      signatures.verifyHeader(
        body,
        signature,
        webhookSecret,
        SIGNATURE_TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      );
      return JSON.parse(body);
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new AppError("VALIDATION_ERROR", "The body is not valid JSON.", { field: "body" });
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  throw refused;
}
