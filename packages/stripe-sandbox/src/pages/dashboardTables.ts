import { html } from "hono/html";
import { isOver } from "../billing/subscriptions.ts";
import type { World } from "../core/world.ts";
import { type Html, moment, money } from "./layout.ts";

const SHOWN = 100;

type Cell = string | Html;
type View = (world: World) => Html;

export const VIEWS = {
  checkout: (world) =>
    table(
      ["Created", "Session", "Mode", "Amount", "Status", "Actions"],
      newest(world.store.all("checkoutSession")).map((session) => [
        moment(session.created),
        session.url
          ? html`<a href="${session.url}"><code>${session.id.slice(0, 24)}…</code></a>`
          : html`<code>${session.id.slice(0, 24)}…</code>`,
        session.mode,
        money(session.amount_total ?? 0, session.currency ?? "usd"),
        chip(session.status ?? ""),
        session.status === "open" ? buttons("checkout", session.id, "pay", "expire") : "",
      ]),
    ),
  customers: (world) =>
    table(
      ["Created", "Customer", "Email", "Name"],
      newest(world.store.all("customer")).map((customer) => [
        moment(customer.created),
        html`<code>${customer.id}</code>`,
        customer.email ?? "",
        customer.name ?? "",
      ]),
    ),
  subscriptions: (world) =>
    table(
      ["Created", "Subscription", "Customer", "Period ends", "Status", "Actions"],
      newest(world.store.all("subscription")).map((subscription) => [
        moment(subscription.created),
        html`<code>${subscription.id}</code>`,
        html`<code>${subscription.customer}</code>`,
        moment(subscription.items.data[0]?.current_period_end ?? 0),
        chip(subscription.cancel_at_period_end ? `${subscription.status}, ends` : subscription.status),
        isOver(subscription) ? "" : buttons("subscriptions", subscription.id, "cancel"),
      ]),
    ),
  invoices: (world) =>
    table(
      ["Created", "Number", "Reason", "Total", "Status"],
      newest(world.store.all("invoice")).map((invoice) => [
        moment(invoice.created),
        invoice.hosted_invoice_url
          ? html`<a href="${invoice.hosted_invoice_url}">${invoice.number}</a>`
          : "draft",
        invoice.billing_reason ?? "",
        money(invoice.total, invoice.currency),
        chip(invoice.status ?? ""),
      ]),
    ),
  payments: (world) =>
    table(
      ["Created", "Charge", "Amount", "Card", "Status", "Actions"],
      newest(world.store.all("charge").filter((charge) => charge.id.startsWith("ch_"))).map((charge) => [
        moment(charge.created),
        html`<code>${charge.id}</code>`,
        money(charge.amount, charge.currency),
        `•••• ${charge.payment_method_details?.card?.last4 ?? ""}`,
        chip(
          charge.refunded
            ? "refunded"
            : charge.disputed
              ? "disputed"
              : charge.amount_refunded > 0
                ? "partly refunded"
                : charge.status,
        ),
        charge.paid
          ? buttons(
              "payments",
              charge.id,
              ...(charge.refunded ? [] : ["refund"]),
              ...(charge.disputed ? [] : ["dispute", "warn of fraud"]),
            )
          : (charge.failure_message ?? ""),
      ]),
    ),
  refunds: (world) =>
    table(
      ["Created", "Refund", "Amount", "Status", "Actions"],
      newest(world.store.all("refund")).map((made) => [
        moment(made.created),
        html`<code>${made.id}</code>`,
        money(made.amount, made.currency),
        chip(made.status ?? ""),
        made.status === "failed" || made.status === "canceled"
          ? ""
          : buttons("refunds", made.id, "fail refund"),
      ]),
    ),
  disputes: (world) =>
    table(
      ["Created", "Dispute", "Amount", "Reason", "Status", "Actions"],
      newest(world.store.all("dispute")).map((dispute) => [
        moment(dispute.created),
        html`<code>${dispute.id}</code>`,
        money(dispute.amount, dispute.currency),
        dispute.reason,
        chip(dispute.status),
        ["won", "lost", "warning_closed"].includes(dispute.status)
          ? ""
          : buttons("disputes", dispute.id, "won", "lost"),
      ]),
    ),
  accounts: (world) =>
    table(
      ["Created", "Account", "Email", "Transfers", "Actions"],
      newest(world.store.all("account").filter((account) => account.id !== world.ownAccount().id)).map(
        (account) => [
          moment(account.created ?? 0),
          html`<code>${account.id}</code>`,
          account.email ?? "",
          chip(account.capabilities?.transfers ?? "unrequested"),
          buttons("accounts", account.id, account.charges_enabled ? "restrict" : "onboard"),
        ],
      ),
    ),
  transfers: (world) =>
    table(
      ["Created", "Transfer", "Amount", "To", "Group", "Reversed"],
      newest(world.store.all("transfer")).map((transfer) => [
        moment(transfer.created),
        html`<code>${transfer.id}</code>`,
        money(transfer.amount, transfer.currency),
        html`<code>${transfer.destination ?? ""}</code>`,
        transfer.transfer_group ?? "",
        transfer.amount_reversed > 0 ? money(transfer.amount_reversed, transfer.currency) : "",
      ]),
    ),
  events: (world) =>
    table(
      ["Created", "Event", "Type", "Object"],
      newest(world.store.all("event")).map((event) => [
        moment(event.created),
        html`<code>${event.id}</code>`,
        event.type,
        html`<details><summary>${event.data.object.object}</summary><pre>${JSON.stringify(event.data, null, 2)}</pre></details>`,
      ]),
    ),
  deliveries: (world) =>
    table(
      ["Event", "Type", "To", "State", "Attempts", "Last answer"],
      newest(world.store.all("delivery")).map((delivery) => [
        html`<code>${delivery.event}</code>`,
        world.store.find("event", delivery.event)?.type ?? "",
        world.store.find("webhookEndpoint", delivery.endpoint)?.url ?? "(gone)",
        chip(delivery.state),
        String(delivery.attempts),
        delivery.lastError ?? String(delivery.lastStatus ?? ""),
      ]),
    ),
} satisfies Record<string, View>;

type ViewName = keyof typeof VIEWS;

export function viewOf(name: string | undefined): ViewName {
  const known = (Object.keys(VIEWS) satisfies string[]).find((view): view is ViewName => view === name);
  return known ?? "checkout";
}

function newest<T>(items: readonly T[]): T[] {
  return items.slice(-SHOWN).reverse();
}

function table(heads: string[], rows: Cell[][]): Html {
  if (rows.length === 0) return html`<p class="quiet">Nothing yet.</p>`;
  return html`<div class="scroll"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

function chip(text: string): Html {
  return html`<span class="chip">${text}</span>`;
}

function buttons(view: string, id: string, ...actions: string[]): Html {
  return html`${actions.map(
    (action) =>
      html`<form method="post" action="/dashboard"><input type="hidden" name="view" value="${view}"><input type="hidden" name="id" value="${id}"><button name="action" value="${action}">${action}</button></form>`,
  )}`;
}
