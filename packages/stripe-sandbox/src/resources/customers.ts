import type Stripe from "stripe";
import { makeCustomer } from "../billing/customers.ts";
import { showBalance } from "../billing/invoices.ts";
import { endSubscription, isOver } from "../billing/subscriptions.ts";
import { change, mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Customer } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import {
  address,
  clearable,
  email,
  integer,
  integerFrom,
  list,
  metadata,
  oneOf,
  type Parsed,
  paging,
  range,
  shape,
  shipping,
  text,
} from "../http/params.ts";
import { attachMethod, methodCalled, NO_ADDRESS } from "../payments/methods.ts";
import { shippingOf } from "../payments/shipping.ts";

const common = {
  address: clearable(address),
  balance: integer,
  business_name: clearable(text),
  description: clearable(text),
  email: clearable(email),
  individual_name: clearable(text),
  invoice_prefix: clearable(text),
  invoice_settings: shape({ default_payment_method: clearable(text), footer: clearable(text) }),
  metadata,
  name: clearable(text),
  next_invoice_sequence: integerFrom(1),
  phone: clearable(text),
  preferred_locales: list(text),
  shipping: clearable(shipping),
  tax_exempt: clearable(oneOf("exempt", "none", "reverse")),
};

export const customers = [
  operation<Stripe.CustomerCreateParams>()(
    "customers.create",
    "POST /v1/customers",
    { ...common, payment_method: text, test_clock: text },
    ({ world, params }) => {
      const { payment_method, metadata: sent, test_clock, ...rest } = params;
      if (test_clock !== undefined) need(world, "testClock", test_clock, "test_clock");
      const made = makeCustomer(world, {
        email: rest.email ?? null,
        name: rest.name ?? null,
        metadata: mergeMetadata({}, sent),
      });
      const full: Customer = { ...made, ...changesOf(made, rest), test_clock: test_clock ?? null };
      world.store.put("customer", full);
      try {
        world.store.put("customer", { ...full, ...paidBy(world, full, { payment_method, ...rest }) });
      } catch (error) {
        world.store.remove("customer", full.id);
        throw error;
      }
      const customer = need(world, "customer", full.id);
      world.emit("customer.created", customer);
      return customer;
    },
  ),

  operation<Stripe.CustomerRetrieveParams>()(
    "customers.retrieve",
    "GET /v1/customers/:id",
    {},
    ({ world, id }) => {
      return world.store.find("deletedCustomer", id) ?? need(world, "customer", id);
    },
  ),

  operation<Stripe.CustomerUpdateParams>()(
    "customers.update",
    "POST /v1/customers/:id",
    common,
    ({ world, params, id }) => {
      const { metadata: sent, ...rest } = params;
      const before = need(world, "customer", id);
      const settings = rest.invoice_settings?.default_payment_method;
      if (settings) requireAttached(world, settings, id);
      const after = change(
        world,
        "customer",
        before,
        { ...changesOf(before, rest), metadata: mergeMetadata(before.metadata, sent) },
        "customer.updated",
      );
      if (rest.balance !== undefined) showBalance(world, id);
      return after;
    },
  ),

  operation<Stripe.CustomerDeleteParams>()(
    "customers.del",
    "DELETE /v1/customers/:id",
    {},
    ({ world, id }) => {
      const customer = need(world, "customer", id);
      for (const subscription of world.store.all("subscription")) {
        if (subscription.customer === id && !isOver(subscription))
          endSubscription(world, subscription, "cancellation_requested");
      }
      for (const method of world.store.all("paymentMethod")) {
        if (method.customer === id) world.store.put("paymentMethod", { ...method, customer: null });
      }
      for (const subscription of world.store.all("subscription")) {
        if (subscription.customer === id)
          world.store.put("subscription", { ...subscription, default_payment_method: null });
      }
      world.store.remove("customer", id);
      const deleted = world.store.put("deletedCustomer", { id, object: "customer", deleted: true });
      world.emit("customer.deleted", customer);
      return deleted;
    },
  ),

  operation<Stripe.CustomerListParams>()(
    "customers.list",
    "GET /v1/customers",
    { ...paging, created: range, email: text },
    ({ world, params }) => {
      const found = world.store
        .all("customer")
        .filter((customer) => params.email === undefined || customer.email === params.email);
      return page(found, params, "/v1/customers");
    },
  ),
];

/** Attaches a new customer's first card. @returns the settings, if they name this card as the default */
function paidBy(
  world: World,
  customer: Customer,
  sent: { payment_method?: string | undefined; invoice_settings?: Changes["invoice_settings"] },
): Partial<Customer> {
  const named = sent.invoice_settings?.default_payment_method;
  if (sent.payment_method === undefined) {
    if (named) requireAttached(world, named, customer.id);
    return {};
  }
  const method = attachMethod(world, methodCalled(world, sent.payment_method, "payment_method"), customer);
  if (named === sent.payment_method) {
    const settings = { ...customer.invoice_settings, default_payment_method: method.id };
    return { invoice_settings: settings };
  }
  if (named) requireAttached(world, named, customer.id);
  return {};
}

type Changes = Omit<Parsed<typeof common>, "metadata">;

function changesOf(before: Customer, sent: Changes): Partial<Customer> {
  const settings = sent.invoice_settings;
  return {
    ...(sent.address !== undefined && {
      address: sent.address === null ? null : { ...NO_ADDRESS, ...before.address, ...sent.address },
    }),
    ...(sent.balance !== undefined && { balance: sent.balance }),
    ...(sent.business_name && { business_name: sent.business_name }),
    ...(sent.description !== undefined && { description: sent.description }),
    ...(sent.email !== undefined && { email: sent.email }),
    ...(sent.individual_name && { individual_name: sent.individual_name }),
    ...(sent.invoice_prefix && { invoice_prefix: sent.invoice_prefix }),
    ...(settings && { invoice_settings: { ...before.invoice_settings, ...settings } }),
    ...(sent.name !== undefined && { name: sent.name }),
    ...(sent.next_invoice_sequence !== undefined && { next_invoice_sequence: sent.next_invoice_sequence }),
    ...(sent.phone !== undefined && { phone: sent.phone }),
    ...(sent.preferred_locales && { preferred_locales: sent.preferred_locales }),
    ...(sent.shipping !== undefined && { shipping: sent.shipping && shippingOf(sent.shipping) }),
    ...(sent.tax_exempt !== undefined && { tax_exempt: sent.tax_exempt ?? "none" }),
  };
}

function requireAttached(world: World, method: string, customer: string): void {
  if (need(world, "paymentMethod", method, "invoice_settings[default_payment_method]").customer === customer)
    return;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
    { code: "resource_missing", param: "invoice_settings[default_payment_method]" },
  );
}
