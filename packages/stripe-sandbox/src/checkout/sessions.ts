import { change } from "../core/change.ts";
import type { CheckoutPlan } from "../core/hidden.ts";
import { newId } from "../core/ids.ts";
import type { Address, CheckoutSession } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { cancelIntent } from "../payments/intents.ts";
import { lineItemsOf, taxedBuyer, totalsOf } from "./lines.ts";

export type SessionDraft = Pick<
  CheckoutSession,
  | "mode"
  | "success_url"
  | "cancel_url"
  | "customer"
  | "customer_email"
  | "client_reference_id"
  | "metadata"
  | "expires_at"
  | "allow_promotion_codes"
  | "allowed_payment_method_types"
> & {
  currency: string;
  customerCreation: "always" | "if_required" | null;
  invoice: {
    enabled: boolean;
    description?: string | undefined;
    footer?: string | undefined;
    metadata: Record<string, string>;
  } | null;
  billingAddress: "auto" | "required" | null;
  collectMethod: "always" | "if_required" | null;
  locale: string | null;
  submitType: string | null;
  phone: boolean;
  automaticTax: boolean;
  taxIds: boolean;
};

export function makeSession(
  world: World,
  draft: SessionDraft,
  planned: Omit<CheckoutPlan, "id">,
): CheckoutSession {
  const id = newId("cs_test", 58);
  const plan = world.store.put("checkoutPlan", { id, ...planned });
  const totals = totalsOf(lineItemsOf(world, plan));
  const customer = draft.customer === null ? undefined : world.store.find("customer", draft.customer);
  const dueNow = plan.trialDays === null ? totals.total : 0;
  const email = customer?.email ?? draft.customer_email;
  const session = world.store.put("checkoutSession", {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: draft.allow_promotion_codes,
    allowed_payment_method_types: draft.allowed_payment_method_types,
    amount_subtotal: plan.trialDays === null ? totals.subtotal : 0,
    amount_total: dueNow,
    automatic_tax: {
      enabled: draft.automaticTax,
      liability: draft.automaticTax ? { type: "self" } : null,
      provider: draft.automaticTax ? "stripe" : null,
      status: draft.automaticTax ? (taxedBuyer(world, plan) ? "complete" : "requires_location_inputs") : null,
    },
    billing_address_collection: draft.billingAddress,
    cancel_url: draft.cancel_url,
    client_reference_id: draft.client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: world.clock.now(),
    currency: draft.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: draft.customer,
    customer_account: null,
    customer_creation:
      draft.mode === "payment" && draft.customer === null
        ? (draft.customerCreation ?? "if_required")
        : draft.customer === null
          ? "always"
          : null,
    customer_details: email
      ? {
          address: null,
          business_name: null,
          email,
          individual_name: null,
          name: null,
          phone: null,
          tax_exempt: "none",
          tax_ids: null,
        }
      : null,
    customer_email: draft.customer_email,
    discounts: shownDiscounts(plan),
    expires_at: draft.expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation:
      draft.mode === "payment"
        ? {
            enabled: draft.invoice?.enabled ?? false,
            invoice_data: {
              account_tax_ids: null,
              custom_fields: null,
              description: draft.invoice?.description ?? null,
              footer: draft.invoice?.footer ?? null,
              issuer: null,
              metadata: draft.invoice?.metadata ?? {},
              rendering_options: null,
            },
          }
        : null,
    livemode: false,
    locale: draft.locale,
    managed_payments: null,
    metadata: draft.metadata,
    mode: draft.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection:
      draft.mode === "subscription" ? (draft.collectMethod ?? "always") : "if_required",
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: draft.allowed_payment_method_types ?? ["card", "us_bank_account"],
    payment_status: dueNow === 0 ? "no_payment_required" : "unpaid",
    permissions: null,
    phone_number_collection: { enabled: draft.phone },
    recovered_from: null,
    saved_payment_method_options:
      draft.mode === "payment" && draft.customer === null
        ? null
        : {
            allow_redisplay_filters: ["always"],
            payment_method_remove: "disabled",
            payment_method_save: null,
          },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: draft.submitType,
    subscription: null,
    success_url: draft.success_url,
    ...(draft.taxIds && { tax_id_collection: { enabled: true, required: "never" as const } }),
    total_details: {
      amount_discount: plan.trialDays === null ? totals.discount : 0,
      amount_shipping: 0,
      amount_tax: plan.trialDays === null ? totals.tax : 0,
    },
    ui_mode: "hosted_page",
    url: `${world.url}/c/${id}`,
    wallet_options: null,
  });
  world.agenda.add("checkout.expire", id, session.expires_at);
  return session;
}

function shownDiscounts(plan: CheckoutPlan): CheckoutSession["discounts"] {
  if (plan.coupon === null) return [];
  return [
    plan.promotionCode === null
      ? { coupon: plan.coupon, promotion_code: null }
      : { coupon: null, promotion_code: plan.promotionCode },
  ];
}

export function rediscount(
  world: World,
  session: CheckoutSession,
  coupon: string | null,
  promotionCode: string | null,
): CheckoutSession {
  const before = world.store.find("checkoutPlan", session.id);
  if (!before) return session;
  const plan = world.store.put("checkoutPlan", { ...before, coupon, promotionCode, openIntent: null });
  const totals = totalsOf(lineItemsOf(world, plan));
  const free = plan.trialDays !== null || totals.total === 0;
  return change(world, "checkoutSession", session, {
    discounts: shownDiscounts(plan),
    amount_total: plan.trialDays === null ? totals.total : 0,
    payment_status: free ? "no_payment_required" : "unpaid",
    total_details: { amount_discount: totals.discount, amount_shipping: 0, amount_tax: totals.tax },
  });
}

/** Computes the tax for the buyer's address. @returns the session with its new total */
export function locate(world: World, session: CheckoutSession, address: Address): CheckoutSession {
  const before = world.store.find("checkoutPlan", session.id);
  if (before?.taxed !== true || before.trialDays !== null) return session;
  const plan = world.store.put("checkoutPlan", { ...before, address, openIntent: null });
  const totals = totalsOf(lineItemsOf(world, plan));
  return change(world, "checkoutSession", session, {
    amount_total: totals.total,
    automatic_tax: { ...session.automatic_tax, status: "complete" },
    total_details: { amount_discount: totals.discount, amount_shipping: 0, amount_tax: totals.tax },
  });
}

export function expireSession(world: World, session: CheckoutSession): CheckoutSession {
  world.agenda.drop("checkout.expire", session.id);
  const intentId = world.store.find("checkoutPlan", session.id)?.openIntent;
  const intent = intentId ? world.store.find("paymentIntent", intentId) : undefined;
  if (intent && intent.status !== "succeeded" && intent.status !== "canceled")
    cancelIntent(world, intent, "expired");
  const expired = change(world, "checkoutSession", session, { status: "expired", url: null });
  world.emit("checkout.session.expired", expired);
  return expired;
}

export function expireDue(world: World, id: string): void {
  const session = world.store.find("checkoutSession", id);
  if (session?.status === "open") expireSession(world, session);
}
