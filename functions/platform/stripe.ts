import Stripe from "stripe";
import * as z from "zod/mini";
import { AppError } from "#shared/errors.ts";
import { SECOND } from "#shared/instant.ts";
import { callKey } from "./callKey.ts";
import { noSuchPage } from "./cursor.ts";
import { env } from "./env.ts";
import { failures } from "./failures.ts";
import { remainingMs } from "./invocation.ts";
import { log } from "./log.ts";
import { readSecret } from "./secrets.ts";
import { slowDown, takeTurn } from "./stripePace.ts";

/** The secret's JSON. Of each of the two webhook endpoints two secrets are accepted while one is rolled. */
const StripeSecret = z.object({
  secretKey: z.string(),
  webhookSecrets: z.array(z.string()).check(z.minLength(1)),
  /** Of the endpoint that receives the events of affiliates' accounts. None where it was not made yet. */
  connectWebhookSecrets: z._default(z.array(z.string()), []),
});

let connected: { secretKey: string; stripe: Stripe } | undefined;

async function secret() {
  return StripeSecret.parse(JSON.parse(await readSecret(env("SECRET_STRIPE"))));
}

/** The SDK's client with the deployment's key. The SDK retries network failures with one idempotency key. */
export async function stripe(): Promise<Stripe> {
  const { secretKey } = await secret();
  if (connected?.secretKey !== secretKey)
    connected = {
      secretKey,
      stripe: new Stripe(secretKey, { maxNetworkRetries: 2, timeout: 10 * SECOND, httpClient: inTime() }),
    };
  return connected.stripe;
}

/** The SDK's errors that leave open what Stripe did: it had a failure, did not answer, or asks us to wait. */
const AWAY = /^Stripe(API|Connection|RateLimit)Error$/;

failures.tell = (error) => {
  if (!(error instanceof Stripe.errors.StripeError) || !AWAY.test(error.type)) return error;
  log.error("stripe.unavailable", error);
  return new AppError("PAYMENTS_UNAVAILABLE", "Our payment provider is not answering. Please try again.");
};

/** For the SDK's pauses between its tries, and for our answer. */
const TO_ANSWER = 3 * SECOND;

const TOO_MANY = 429;

/**
 * The SDK's own client, whose requests and repetitions end while this function can still say so. A background job's wait
 * for their turn, and ask again where Stripe has refused them as too many.
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

/** Whether this deployment works with real money; events of the other kind are not ours. */
export async function isLivemode(): Promise<boolean> {
  return (await secret()).secretKey.includes("_live_");
}

/**
 * @param account the connected account whose event it is: Stripe does not show it in requests for our own account
 * @throws NOT_FOUND if Stripe knows no such event, or has forgotten it: it keeps them for 30 days
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

/**
 * A page of a customer's invoices, newest first.
 * @param after the invoice at which the page before ended
 * @throws NOT_FOUND if Stripe shows no such invoice
 */
export async function invoicesOf(
  customer: string,
  limit: number,
  after: string | undefined,
): Promise<Stripe.ApiList<Stripe.Invoice>> {
  const { invoices } = await stripe();
  return orNoSuchPage(
    invoices.list({
      customer,
      limit,
      expand: ["data.payments"],
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );
}

/** @throws NOT_FOUND if Stripe does not show what the page's cursor names */
export async function orNoSuchPage<T>(page: Promise<T>): Promise<T> {
  try {
    return await page;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.param !== "starting_after")
      throw error;
    throw noSuchPage(error);
  }
}

/** Whether Stripe refused a request because the customer that it names was deleted. */
export function isCustomerGone(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === "resource_missing" &&
    error.param === "customer"
  );
}

/** Changes a customer. One that was deleted at Stripe has nothing left to change. */
export const updateCustomer = (customer: string, change: Stripe.CustomerUpdateParams): Promise<void> =>
  unlessMissing(async ({ customers }) => {
    await customers.update(customer, change);
  });

/** Removes a customer's tax IDs; invoices keep those that they show. */
export const removeTaxIds = (customer: string): Promise<void> =>
  unlessMissing(async ({ customers }) => {
    const { data } = await customers.listTaxIds(customer, { limit: 100 });
    for (const { id } of data) await customers.deleteTaxId(customer, id);
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

/** With its charge. @throws NOT_FOUND */
export async function retrievePayment(paymentIntentId: string): Promise<Stripe.PaymentIntent> {
  const { paymentIntents } = await stripe();
  return orRefused(paymentIntents.retrieve(paymentIntentId, { expand: ["latest_charge"] }));
}

/**
 * @param amountCents all that is left without it
 * @param idempotencyKey the same one again is the same refund
 * @throws CONFLICT with Stripe's own reason if it refuses
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

/** Newest first; a payment has few. */
export async function refundsOf(paymentIntentId: string): Promise<Stripe.Refund[]> {
  const { refunds } = await stripe();
  return (await refunds.list({ payment_intent: paymentIntentId, limit: 100 })).data;
}

/** With its payment and whose it is. @throws NOT_FOUND */
export async function retrieveDispute(disputeId: string): Promise<Stripe.Dispute> {
  const { disputes } = await stripe();
  return orRefused(disputes.retrieve(disputeId, { expand: ["payment_intent.customer"] }));
}

/**
 * @param evidence an empty text clears what was saved before
 * @param submit sends it to the bank, once; else it is saved
 * @throws CONFLICT with Stripe's own reason
 */
export async function sendEvidence(
  disputeId: string,
  evidence: Stripe.DisputeUpdateParams.Evidence,
  submit: boolean,
): Promise<Stripe.Dispute> {
  const { disputes } = await stripe();
  return orRefused(disputes.update(disputeId, { evidence, submit }));
}

/** Accepts a dispute as lost. @throws CONFLICT with Stripe's own reason */
export async function concedeDispute(disputeId: string): Promise<Stripe.Dispute> {
  const { disputes } = await stripe();
  return orRefused(disputes.close(disputeId));
}

/** The active price that has this lookup key; undefined where there is none. */
export async function priceOf(lookupKey: string): Promise<Stripe.Price | undefined> {
  const { prices } = await stripe();
  return (await prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })).data[0];
}

const WITH_COUPON = ["promotion.coupon"];

/**
 * A coupon and the promotion code of it. A coupon whose code Stripe refuses is deleted again.
 * @param idempotencyKey the same one again is the same code
 * @throws CONFLICT with Stripe's own reason: an active code has this name
 */
export async function createPromotionCode(
  idempotencyKey: string,
  coupon: Stripe.CouponCreateParams,
  code: Omit<Stripe.PromotionCodeCreateParams, "promotion" | "expand">,
): Promise<Stripe.PromotionCode> {
  const { coupons, promotionCodes } = await stripe();
  // The coupon of a code that Stripe refused is gone: another code has another coupon.
  const couponKey = callKey(`${idempotencyKey}-coupon`, { coupon, code });
  const { id } = await orRefused(coupons.create(coupon, { idempotencyKey: couponKey }));
  const params = { ...code, promotion: { type: "coupon" as const, coupon: id }, expand: WITH_COUPON };
  try {
    return await orRefused(
      promotionCodes.create(params, { idempotencyKey: callKey(`${idempotencyKey}-code`, params) }),
    );
  } catch (error) {
    if (error instanceof AppError) await coupons.del(id);
    throw error;
  }
}

/** With its coupon. @throws NOT_FOUND */
export async function retrievePromotionCode(id: string): Promise<Stripe.PromotionCode> {
  const { promotionCodes } = await stripe();
  return orRefused(promotionCodes.retrieve(id, { expand: WITH_COUPON }));
}

/** From now on no one can redeem it. @throws NOT_FOUND */
export async function endPromotionCode(id: string): Promise<Stripe.PromotionCode> {
  const { promotionCodes } = await stripe();
  return orRefused(promotionCodes.update(id, { active: false, expand: WITH_COUPON }));
}

/** Whether Stripe refused a checkout session because of its discount: it ended since it was looked up. */
export function isDiscountRefused(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.param?.startsWith("discounts") === true
  );
}

async function orRefused<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const isRefused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      // The same key with other parameters: nothing was done.
      (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode !== 409);
    if (!isRefused) throw error;
    throw new AppError(error.statusCode === 404 ? "NOT_FOUND" : "CONFLICT", error.message, { cause: error });
  }
}

/** Stripe's default, in both directions: the SDK refuses what is too old, but not what is from the future. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/**
 * What Stripe signed, whatever it is. The SDK's own `constructEvent` throws for a thin event, which would be answered
 * 500 and delivered again for days.
 * @throws VALIDATION_ERROR if the signature is missing, wrong, too old or from the future
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
  if (!signatures) throw new Error("Stripe's SDK has nothing to verify signatures with");
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
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  throw refused;
}
