import { html } from "hono/html";
import { isOver, periodEndOf } from "../billing/subscriptions.ts";
import type { Customer, PortalConfiguration, PortalSession, Subscription } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { type CardForm, cardFields, fieldOf } from "./cardFields.ts";
import { alert, day, type Html, layout, money } from "./layout.ts";

export type PortalView = {
  world: World;
  session: PortalSession;
  customer: Customer;
  configuration: PortalConfiguration | undefined;
  base: string;
};

export function portalHome(view: PortalView): Html {
  const { world, customer, base } = view;
  const features = view.configuration?.features;
  const subscriptions = world.store
    .all("subscription")
    .filter((found) => found.customer === customer.id && !isOver(found) && found.status !== "incomplete");
  const invoices = world.store
    .all("invoice")
    .filter((found) => found.customer === customer.id && found.status !== "draft")
    .reverse();
  const card = defaultCard(view, subscriptions[0]);
  return layout(
    "Billing",
    html`${backLink(view)}<h1>Billing</h1>
<section class="card" aria-labelledby="plan"><h2 id="plan">Current subscription</h2>
${subscriptions.length === 0 ? html`<p class="quiet">No subscription.</p>` : subscriptions.map((found) => subscriptionRow(view, found))}</section>
${
  features?.payment_method_update.enabled
    ? html`<section class="card" aria-labelledby="card"><h2 id="card">Payment method</h2>
<p>${card ? html`${card.brand} •••• ${card.last4}, expires ${card.exp_month}/${card.exp_year}` : html`<span class="quiet">None</span>`}</p>
<p><a class="button" href="${base}/card">Change card</a></p></section>`
    : ""
}
${
  features?.customer_update.enabled
    ? html`<section class="card" aria-labelledby="info"><h2 id="info">Billing information</h2>
<form method="post" action="${base}/details">
<label for="name">Name</label><input id="name" name="name" autocomplete="name" value="${customer.name ?? ""}">
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email" value="${customer.email ?? ""}">
<p></p><button>Save</button></form></section>`
    : ""
}
${
  features?.invoice_history.enabled
    ? html`<section class="card" aria-labelledby="history"><h2 id="history">Invoice history</h2>
${
  invoices.length === 0
    ? html`<p class="quiet">No invoices.</p>`
    : html`<div class="scroll"><table><thead><tr><th>Date</th><th>Number</th><th>Amount</th><th>Status</th></tr></thead><tbody>${invoices.map(
        (invoice) =>
          html`<tr><td>${day(invoice.created)}</td><td><a href="${invoice.hosted_invoice_url ?? ""}">${invoice.number}</a></td><td>${money(invoice.total, invoice.currency)}</td><td>${invoice.status}</td></tr>`,
      )}</tbody></table></div>`
}</section>`
    : ""
}`,
  );
}

function subscriptionRow(view: PortalView, subscription: Subscription): Html {
  const item = subscription.items.data[0];
  const name = item
    ? (view.world.store.find("product", item.price.product)?.name ?? "Subscription")
    : "Subscription";
  const price = item
    ? `${money((item.price.unit_amount ?? 0) * (item.quantity ?? 1), subscription.currency)} per ${item.price.recurring?.interval ?? "month"}`
    : "";
  const end = day(periodEndOf(subscription));
  const canCancel = view.configuration?.features.subscription_cancel.enabled;
  return html`<p><strong>${name}</strong> <span class="chip">${subscription.status}</span><br>${price}<br>
<span class="quiet">${subscription.cancel_at !== null ? `Ends on ${day(subscription.cancel_at)}` : subscription.status === "trialing" ? `Trial ends on ${end}` : `Renews on ${end}`}</span></p>
${
  subscription.cancel_at !== null
    ? html`<form method="post" action="${view.base}/renew/${subscription.id}"><button>Don't cancel</button></form>`
    : canCancel
      ? html`<p><a class="button danger" href="${view.base}/cancel/${subscription.id}">Cancel subscription</a></p>`
      : ""
}`;
}

export function cardPage(view: PortalView, sent: CardForm, problem?: string, code?: string): Html {
  return layout(
    "Change card",
    html`<p><a href="${view.session.flow ? (view.session.return_url ?? view.base) : view.base}">← Back</a></p>
<section class="card"><h1>Change card</h1>${alert(problem)}
<form method="post" action="${view.base}/card">${cardFields(sent, fieldOf(code))}<button class="main-button">Save card</button></form></section>`,
  );
}

export function cancelPage(view: PortalView, subscription: Subscription): Html {
  const atEnd = view.configuration?.features.subscription_cancel.mode !== "immediately";
  return layout(
    "Cancel subscription",
    html`<p><a href="${view.session.flow ? (view.session.return_url ?? view.base) : view.base}">← Back</a></p>
<section class="card"><h1>Cancel subscription?</h1>
<p>${atEnd ? `The subscription ends on ${day(periodEndOf(subscription))}.` : "The subscription ends immediately."}</p>
<form method="post" action="${view.base}/cancel/${subscription.id}"><button class="danger">Cancel subscription</button></form></section>`,
  );
}

export function donePage(view: PortalView, message: string): Html {
  return layout(
    "Done",
    html`<section class="card"><h1>Done</h1><p>${message}</p>${backLink(view)}</section>`,
  );
}

function backLink(view: PortalView): Html | string {
  return view.session.return_url
    ? html`<p><a href="${view.session.return_url}">← Return to ${view.configuration?.business_profile.headline ?? "the site"}</a></p>`
    : "";
}

function defaultCard(view: PortalView, subscription: Subscription | undefined) {
  const id = subscription?.default_payment_method ?? view.customer.invoice_settings.default_payment_method;
  return id ? view.world.store.find("paymentMethod", id)?.card : undefined;
}
