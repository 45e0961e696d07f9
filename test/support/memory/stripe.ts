import Stripe from "stripe";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { copied } from "./copied.ts";
import type { Network } from "./network.ts";
import { type Invoice, MONTH_SECONDS, type Refund, type Session, type StripeWorld } from "./stripeWorld.ts";

const inSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Answers billing's calls of the SDK with the world's data. The answers have only the fields that billing reads. */
export function memoryStripe(network: Network, world: () => StripeWorld): Stripe {
  /** The idempotency keys of each world. Each test has its own world, so it does not see the keys of other tests. */
  const remembered = new WeakMap<StripeWorld, Map<string, { asked: string; made: Refund }>>();
  const ask = <T>(operation: string, apply: () => T, isRemembered = false) =>
    network.pass({ service: "stripe", operation }, () => copied(apply()), isRemembered);
  const need = <T>(rows: Record<string, T>, id: string): T => {
    const row = rows[id];
    if (!row) throw new Error(`Stripe has no ${id}`);
    return row;
  };
  const since = (created: Stripe.InvoiceListParams["created"]) =>
    typeof created === "object" ? (created.gte ?? 0) : 0;
  const list = <T>(data: T[]) => ({ data, has_more: false });

  /** A deleted customer has only its id. */
  const customerOf = (userId: string | undefined, isDeleted = false) =>
    isDeleted
      ? { id: `cus_${userId}`, deleted: true as const }
      : { id: `cus_${userId}`, metadata: userId === undefined ? {} : { userId } };
  function showInvoice(invoice: Invoice) {
    const { subscription, payment, paidAt, ...rest } = invoice;
    const isPaid = invoice.status === "paid";
    const { userId, customerDeleted, metadata } = world().subscriptions[subscription] ?? {};
    return {
      ...rest,
      total: CATALOG.monthly.price,
      starting_balance: 0,
      ending_balance: 0,
      status_transitions: { paid_at: isPaid ? (paidAt ?? invoice.created) : null },
      payments: {
        data: [{ status: isPaid ? "paid" : invoice.status, payment: { payment_intent: payment } }],
      },
      number: `No-${invoice.id}`,
      currency: "usd",
      subtotal: CATALOG.monthly.price,
      amount_paid: invoice.status === "paid" ? CATALOG.monthly.price : 0,
      amount_remaining: invoice.status === "paid" ? 0 : CATALOG.monthly.price,
      hosted_invoice_url: `https://invoice.example/${invoice.id}`,
      lines: { data: [] },
      parent: { subscription_details: { subscription, metadata: { userId, ...metadata } } },
      customer: customerOf(userId, customerDeleted),
    };
  }
  function showSubscription(id: string) {
    const row = need(world().subscriptions, id);
    const { userId, periodStart, latest_invoice, customerDeleted, product, metadata, ...rest } = row;
    return {
      ...rest,
      metadata: { userId, ...metadata },
      customer: customerOf(userId, customerDeleted),
      default_payment_method: { card: { brand: "visa", last4: "4242" } },
      latest_invoice: showInvoice(need(world().invoices, latest_invoice)),
      items: {
        data: [
          {
            current_period_start: periodStart,
            current_period_end: periodStart + MONTH_SECONDS,
            price: { id: "price_monthly", product: product ?? CATALOG.monthly.stripeProductId },
          },
        ],
      },
    };
  }
  function showPayment(id: string) {
    const { created, amount, metadata, status = "succeeded" } = need(world().payments, id);
    const refunded = refundsOf(id)
      .filter(({ status }) => status !== "failed")
      .reduce((sum, refund) => sum + refund.amount, 0);
    const charge = {
      created,
      refunded: refunded === amount,
      amount_refunded: refunded,
      disputed: disputesOf(id).length > 0,
    };
    const money = { amount_received: amount, currency: "usd", status };
    const invoice = Object.values(world().invoices).find(({ payment }) => payment === id);
    const subscription = invoice && world().subscriptions[invoice.subscription];
    const customer = customerOf(subscription?.userId ?? metadata.userId, subscription?.customerDeleted);
    return { id, created, metadata, customer, ...money, latest_charge: charge };
  }
  const showSession = (session: Session, expand: string[] = []) => ({
    created: inSeconds(Date.now()),
    ...session,
    ...(session.payment_intent !== undefined && expand.includes("payment_intent")
      ? { payment_intent: showPayment(session.payment_intent) }
      : {}),
  });
  const refundsOf = (payment: string) =>
    Object.values(world().refunds).filter(({ payment_intent }) => payment_intent === payment);
  const disputesOf = (payment: string) =>
    Object.values(world().disputes).filter(({ payment_intent }) => payment_intent === payment);
  const withPayment = <T extends { payment_intent: string }>(row: T, params?: { expand?: string[] }) =>
    params?.expand?.includes("payment_intent.customer")
      ? { ...row, payment_intent: showPayment(row.payment_intent) }
      : row;
  const showRefund = (refund: Refund) => ({ created: inSeconds(Date.now()), ...refund, currency: "usd" });

  function refund(params: Stripe.RefundCreateParams, key: string | undefined): Refund {
    const keys = remembered.get(world()) ?? new Map<string, { asked: string; made: Refund }>();
    remembered.set(world(), keys);
    const asked = JSON.stringify(params);
    const known = keys.get(String(key));
    if (known && known.asked !== asked) throw new Error("idempotency_error");
    if (known) return known.made;
    const payment = showPayment(String(params.payment_intent));
    if (payment.latest_charge.refunded) throw new Error("charge_already_refunded");
    if (disputesOf(payment.id).some(({ status }) => status === "needs_response" || status === "lost"))
      throw new Error("charge_disputed");
    const made: Refund = {
      id: `re_${Object.keys(world().refunds).length + 1}_${payment.id}`,
      payment_intent: payment.id,
      amount: payment.amount_received,
      status: "succeeded",
      metadata: { ...(params.metadata as Record<string, string>) },
    };
    world().refunds[made.id] = made;
    if (key !== undefined) keys.set(key, { asked, made });
    return made;
  }
  function paidInvoices(params: Stripe.InvoicePaymentListParams) {
    return Object.values(world().invoices)
      .filter(({ id, payment, status }) =>
        params.invoice === undefined
          ? payment !== undefined && payment === params.payment?.payment_intent
          : id === params.invoice && status === "paid",
      )
      .map((invoice) => ({ invoice: showInvoice(invoice), payment: { payment_intent: invoice.payment } }));
  }

  const client = {
    // This list is empty, so an event whose webhook was lost stays lost. The stack's sandbox lists its events.
    events: { list: () => ask("events.list", () => list([])) },
    transfers: { list: () => ask("transfers.list", () => list([])) },
    accounts: { list: () => ask("accounts.list", () => list([])) },
    balanceTransactions: { list: () => ask("balanceTransactions.list", () => list([])) },
    checkout: {
      sessions: {
        retrieve: (id: string, params?: Stripe.Checkout.SessionRetrieveParams) =>
          ask("sessions.retrieve", () => showSession(need(world().sessions, id), params?.expand)),
        list: ({ status }: Stripe.Checkout.SessionListParams) =>
          ask("sessions.list", () =>
            list(Object.values(world().sessions).filter((session) => !status || session.status === status)),
          ),
        expire: (id: string) =>
          ask("sessions.expire", () => {
            const session = need(world().sessions, id);
            if (session.status !== "open") throw notOpen();
            return Object.assign(session, { status: "expired" });
          }),
      },
    },
    subscriptions: {
      list: () =>
        ask("subscriptions.list", () => list(Object.keys(world().subscriptions).map(showSubscription))),
      retrieve: (id: string) => ask("subscriptions.retrieve", () => showSubscription(id)),
      update: (id: string, change: Stripe.SubscriptionUpdateParams) =>
        ask(
          "subscriptions.update",
          () => {
            const row = need(world().subscriptions, id);
            if (row.status === "canceled")
              throw new Error("A canceled subscription can only update its metadata");
            const { pause_collection: pause, metadata, ...rest } = change;
            return Object.assign(row, rest, {
              ...(pause === undefined ? {} : { pause_collection: pause === "" ? null : pause }),
              metadata: { ...row.metadata, ...metadata },
            });
          },
          true,
        ),
      cancel: (id: string, params?: Stripe.SubscriptionCancelParams) =>
        ask(
          "subscriptions.cancel",
          () => {
            const row = need(world().subscriptions, id);
            if (row.status === "canceled") throw noSuchSubscription(id);
            const comment = params?.cancellation_details?.comment || null;
            const ended_at = inSeconds(Date.now());
            return Object.assign(row, { status: "canceled", ended_at, cancellation_details: { comment } });
          },
          true,
        ),
    },
    invoices: {
      retrieve: (id: string) => ask("invoices.retrieve", () => showInvoice(need(world().invoices, id))),
      update: (id: string, change: { auto_advance: boolean }) =>
        ask("invoices.update", () => Object.assign(need(world().invoices, id), change), true),
      finalizeInvoice: (id: string, change: { auto_advance: boolean }) =>
        ask(
          "invoices.finalizeInvoice",
          () => Object.assign(need(world().invoices, id), { status: "open", ...change }),
          true,
        ),
      voidInvoice: (id: string) =>
        ask(
          "invoices.voidInvoice",
          () => {
            const invoice = need(world().invoices, id);
            if (invoice.status !== "open") throw new Error(`You can only void open invoices: ${id}`);
            return Object.assign(invoice, { status: "void" });
          },
          true,
        ),
      list: ({ subscription, status, created }: Stripe.InvoiceListParams) =>
        ask("invoices.list", () =>
          list(
            Object.values(world().invoices)
              .filter((invoice) => invoice.subscription === (subscription ?? invoice.subscription))
              .filter((invoice) => invoice.status === (status ?? invoice.status))
              .filter((invoice) => invoice.created >= since(created))
              .sort((a, b) => b.created - a.created)
              .map(showInvoice),
          ),
        ),
    },
    invoicePayments: {
      list: (params: Stripe.InvoicePaymentListParams) =>
        ask("invoicePayments.list", () => list(paidInvoices(params))),
    },
    paymentIntents: {
      retrieve: (id: string) => ask("paymentIntents.retrieve", () => showPayment(id)),
      list: () => ask("paymentIntents.list", () => list([])),
    },
    refunds: {
      create: (params: Stripe.RefundCreateParams, options?: { idempotencyKey?: string }) =>
        ask("refunds.create", () => refund(params, options?.idempotencyKey), true),
      retrieve: (id: string, params?: Stripe.RefundRetrieveParams) =>
        ask("refunds.retrieve", () => withPayment(showRefund(need(world().refunds, id)), params)),
      list: ({ payment_intent }: { payment_intent: string }) =>
        ask("refunds.list", () => list(refundsOf(payment_intent).map(showRefund))),
    },
    customers: {
      list: () => ask("customers.list", () => list([])),
      retrieve: (id: string) =>
        ask("customers.retrieve", () => ({ id, invoice_settings: { default_payment_method: "pm_portal" } })),
    },
    disputes: {
      retrieve: (id: string, params?: Stripe.DisputeRetrieveParams) =>
        ask("disputes.retrieve", () =>
          withPayment(
            {
              ...need(world().disputes, id),
              amount: CATALOG.lifetime.price,
              currency: "usd",
              created: inSeconds(Date.now()),
              reason: "fraudulent",
              evidence_details: { due_by: null },
            },
            params,
          ),
        ),
      list: ({ payment_intent }: { payment_intent: string }) =>
        ask("disputes.list", () => list(disputesOf(payment_intent))),
    },
  };
  return client as unknown as Stripe;
}

/** Stripe's answer when an ended session is ended again. */
const notOpen = () =>
  new Stripe.errors.StripeInvalidRequestError({
    type: "invalid_request_error",
    message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
    statusCode: 400,
  } as never);

const noSuchSubscription = (id: string) =>
  new Stripe.errors.StripeInvalidRequestError({
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such subscription: '${id}'`,
    statusCode: 404,
  } as never);
