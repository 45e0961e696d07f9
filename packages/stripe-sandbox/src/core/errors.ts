import type Stripe from "stripe";

type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
  request_log_url?: string;
  advice_code?: string;
};

export class StripeFailure extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Whether the request was refused before it began. Stripe does not store such an answer for its idempotency key. */
  readonly beforeStart: boolean;

  constructor(status: number, body: ErrorBody, beforeStart = false) {
    super(body.message);
    this.status = status;
    this.body = body.code
      ? { ...body, doc_url: `https://docs.stripe.com/error-codes#${body.code.replaceAll("_", "-")}` }
      : body;
    this.beforeStart = beforeStart;
  }
}

type Extra = { code?: string; param?: string };

export function invalidRequest(message: string, extra: Extra = {}): StripeFailure {
  return new StripeFailure(400, { type: "invalid_request_error", message, ...extra });
}

export function invalidParameter(message: string, extra: Extra): StripeFailure {
  return new StripeFailure(400, { type: "invalid_request_error", message, ...extra }, true);
}

export function noSuch(kind: string, id: string, param = "id"): StripeFailure {
  // 404 for an id in the address, 400 for an id in a parameter.
  const status = param === "id" ? 404 : 400;
  return new StripeFailure(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

export type CardErrorCode = NonNullable<Stripe.PaymentIntent.LastPaymentError["code"]>;
