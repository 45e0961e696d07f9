import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { intentFor } from "../billing/collecting.ts";
import { tryToCollect } from "../billing/standing.ts";
import { StripeFailure } from "../core/errors.ts";
import type { Invoice } from "../core/wire.ts";
import { makeCard, NO_ADDRESS } from "../payments/methods.ts";
import { type CardForm, cardFields, cardForm, cardInput, EMPTY_CARD, fieldOf } from "./cardFields.ts";
import { invoicePdf } from "./invoicePdf.ts";
import { alert, day, type Html, layout, money } from "./layout.ts";
import type { PageParts } from "./parts.ts";

/** An invoice's page and PDF. Anyone with the address may see and pay the invoice. */
export function serveInvoices(app: Hono, { world, acting }: PageParts): void {
  const find = (c: Context): Invoice | undefined => {
    const invoice = acting(() => world.store.find("invoice", c.req.param("id") ?? ""));
    return invoice?.hosted_invoice_url?.endsWith(`/${c.req.param("token") ?? ""}`) ? invoice : undefined;
  };
  const missing = (c: Context) => c.html(layout("Not found", html`<h1>This page does not exist</h1>`), 404);

  app.get("/i/:id/:token", (c) => {
    const invoice = find(c);
    return invoice ? c.html(invoicePage(invoice, EMPTY_CARD)) : missing(c);
  });

  app.post("/i/:id/:token", async (c) => {
    const invoice = find(c);
    if (!invoice) return missing(c);
    if (invoice.status !== "open") return c.redirect(c.req.path, 303);
    const card = cardForm(await c.req.formData());
    try {
      const attempt = acting(() => {
        const billing = {
          address: { ...NO_ADDRESS, postal_code: card.postal || null },
          email: invoice.customer_email,
          name: card.name || null,
          phone: null,
          tax_id: null,
        };
        return tryToCollect(world, invoice, makeCard(world, cardInput(card), billing)).attempt;
      });
      if (attempt?.end === "declined")
        return c.html(
          invoicePage(find(c) ?? invoice, card, attempt.decline.message, attempt.decline.code),
          402,
        );
      if (attempt?.end === "requires_action")
        return c.redirect(`/3ds/${intentFor(world, find(c) ?? invoice).id}`, 303);
      return c.redirect(c.req.path, 303);
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return c.html(invoicePage(invoice, card, error.message, error.body.code), 402);
    }
  });

  app.get("/i/:id/:token/pdf", (c) => {
    const invoice = find(c);
    if (!invoice) return missing(c);
    return c.body(invoicePdf(world, invoice), 200, {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="Invoice-${invoice.number ?? invoice.id}.pdf"`,
    });
  });

  app.get("/receipts/:id", (c) => {
    const charge = acting(() => world.store.find("charge", c.req.param("id")));
    if (!charge) return missing(c);
    return c.html(
      layout(
        "Receipt",
        html`<section class="card"><h1>Receipt</h1><p class="amount">${money(charge.amount, charge.currency)}</p>
<p class="sum"><span>Paid</span><span>${day(charge.created)}</span></p>
<p class="sum"><span>Card</span><span>•••• ${charge.payment_method_details?.card?.last4}</span></p>
${charge.amount_refunded > 0 ? html`<p class="sum"><span>Refunded</span><span>${money(charge.amount_refunded, charge.currency)}</span></p>` : ""}</section>`,
      ),
    );
  });
}

function invoicePage(invoice: Invoice, card: CardForm, problem?: string, code?: string): Html {
  const amount = (cents: number) => money(cents, invoice.currency);
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, discount) => sum + discount.amount, 0);
  const open = invoice.status === "open";
  return layout(
    `Invoice ${invoice.number ?? ""}`,
    html`<div class="two">
<section aria-labelledby="which">
<h1 id="which">Invoice ${invoice.number}</h1>
<p class="amount">${amount(open ? invoice.amount_remaining : invoice.total)}</p>
<p class="${invoice.status === "paid" ? "done" : "quiet"}">${statusText(invoice)}</p>
<p class="small quiet">To ${invoice.customer_name ?? invoice.customer_email ?? ""}<br>From ${invoice.account_name ?? "Sandbox"}</p>
<p><a class="button" href="${invoice.invoice_pdf ?? ""}">Download invoice (PDF)</a></p>
</section>
<section class="card" aria-labelledby="lines">
<h2 id="lines">Details</h2>
<ul class="rows">${invoice.lines.data.map(
      (line) =>
        html`<li><span>${line.description}<br><span class="small quiet">${day(line.period.start)} – ${day(line.period.end)}</span></span><span>${amount(line.amount)}</span></li>`,
    )}</ul>
${off > 0 ? html`<p class="sum"><span>Discount</span><span>−${amount(off)}</span></p>` : ""}
${(invoice.total_taxes ?? []).map(
  (tax) =>
    html`<p class="sum"><span>Tax${tax.tax_behavior === "inclusive" ? " included" : ""}${tax.taxability_reason === "reverse_charge" ? " to be paid on reverse charge basis" : ""}</span><span>${amount(tax.amount)}</span></p>`,
)}
<p class="sum total"><span>Total</span><span>${amount(invoice.total)}</span></p>
<p class="sum"><span>Amount paid</span><span>${amount(invoice.amount_paid)}</span></p>
${
  open
    ? html`<h2>Pay with card</h2>${alert(problem)}<form method="post">${cardFields(card, fieldOf(code))}<button class="main-button">Pay ${amount(invoice.amount_remaining)}</button></form>`
    : ""
}
</section></div>`,
  );
}

function statusText(invoice: Invoice): string {
  if (invoice.status === "paid")
    return `Paid on ${day(invoice.status_transitions.paid_at ?? invoice.created)}`;
  if (invoice.status === "open")
    return invoice.due_date === null ? "Payment due" : `Due ${day(invoice.due_date)}`;
  return invoice.status === "void" ? "Void" : (invoice.status ?? "");
}
