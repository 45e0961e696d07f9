import type { Hono } from "hono";
import { html } from "hono/html";
import { type CheckoutEnd, payCheckout } from "../checkout/completing.ts";
import { lineItemsOf } from "../checkout/lines.ts";
import { locate, rediscount } from "../checkout/sessions.ts";
import { StripeFailure } from "../core/errors.ts";
import type { Address, CheckoutSession, LineItem } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { makeCard, NO_ADDRESS } from "../payments/methods.ts";
import { addTaxId } from "../resources/tax.ts";
import { COUNTRIES } from "../tax/rates.ts";
import { type CardForm, cardFields, cardForm, cardInput, EMPTY_CARD, fieldOf } from "./cardFields.ts";
import { alert, type Html, layout, money } from "./layout.ts";
import type { PageParts } from "./parts.ts";
import { redeemable } from "./promotions.ts";

type Shown = {
  card: CardForm;
  email: string;
  problem?: string | undefined;
  field?: string | undefined;
  code?: string;
};

export function serveCheckout(app: Hono, { world, acting }: PageParts): void {
  app.get("/c/:id", (c) => {
    const session = acting(() => world.store.find("checkoutSession", c.req.param("id")));
    if (!session) return c.html(layout("Not found", html`<h1>This page does not exist</h1>`), 404);
    const next = leave(session);
    if (next) return c.redirect(next);
    if (session.status === "expired") return c.html(expired(session), 410);
    return c.html(checkoutPage(world, session, { card: EMPTY_CARD, email: "" }));
  });

  app.post("/c/:id", async (c) => {
    const session = acting(() => world.store.find("checkoutSession", c.req.param("id")));
    if (!session) return c.html(layout("Not found", html`<h1>This page does not exist</h1>`), 404);
    const next = leave(session);
    if (next) return c.redirect(next, 303);
    if (session.status === "expired") return c.html(expired(session), 410);
    const form = await c.req.formData();
    const card = cardForm(form);
    const email = String(form.get("email") ?? "").trim();
    const moved = acting(() => relocate(world, session, form, card));
    if (moved) return c.html(checkoutPage(world, moved, { card, email, problem: NEW_TOTAL }), 200);
    try {
      const end = acting(
        (): CheckoutEnd => payCheckout(world, session.id, methodFrom(world, session, form, card, email)),
      );
      return c.redirect(end.end === "authenticate" ? end.url : (leave(end.session) ?? "/"), 303);
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      const shown = { card, email, problem: error.message, field: fieldOf(error.body.code) };
      return c.html(checkoutPage(world, session, shown), 402);
    }
  });

  app.post("/c/:id/promotion", async (c) => {
    const session = acting(() => world.store.find("checkoutSession", c.req.param("id")));
    if (session?.status !== "open" || !session.allow_promotion_codes)
      return c.redirect(`/c/${c.req.param("id")}`, 303);
    const form = await c.req.formData();
    const code = String(form.get("code") ?? "").trim();
    if (form.get("remove") !== null) {
      acting(() => rediscount(world, session, null, null));
      return c.redirect(`/c/${session.id}`, 303);
    }
    const found = redeemable(world, session, code);
    if (!found)
      return c.html(
        checkoutPage(world, session, { card: EMPTY_CARD, email: "", problem: "This code is invalid.", code }),
        400,
      );
    acting(() => rediscount(world, session, found.coupon, found.promotionCode));
    return c.redirect(`/c/${session.id}`, 303);
  });
}

const NEW_TOTAL = "Tax for your address has changed the total. Check it, then pay.";

/**
 * Applies the entered address and tax ID. Stripe's page updates the total while the buyer types. Here, the buyer
 * clicks the button first. If the total changes, the page shows the new total and charges nothing.
 * @returns the session if its total changed
 */
function relocate(
  world: World,
  session: CheckoutSession,
  form: FormData,
  card: CardForm,
): CheckoutSession | undefined {
  if (!session.automatic_tax.enabled) return undefined;
  const vat = String(form.get("vat") ?? "").trim();
  const isNew = !world.store.all("taxId").some((one) => one.customer === session.customer);
  if (vat !== "" && session.customer !== null && isNew) addTaxId(world, session.customer, "eu_vat", vat);
  const located = locate(world, session, addressOf(form, card));
  return located.amount_total === session.amount_total ? undefined : located;
}

function addressOf(form: FormData, card: CardForm): Address {
  const country = String(form.get("country") ?? "US");
  const state = String(form.get("state") ?? "")
    .trim()
    .toUpperCase();
  return { ...NO_ADDRESS, country, state: state || null, postal_code: card.postal || null };
}

function leave(session: CheckoutSession): string | undefined {
  return session.status === "complete"
    ? session.success_url?.replaceAll("{CHECKOUT_SESSION_ID}", session.id)
    : undefined;
}

function methodFrom(world: World, session: CheckoutSession, form: FormData, card: CardForm, email: string) {
  if (form.get("number") === null) return undefined;
  return makeCard(world, cardInput(card), {
    address: addressOf(form, card),
    email: emailOf(world, session) ?? (email || null),
    name: card.name || null,
    phone: null,
    tax_id: null,
  });
}

function emailOf(world: World, session: CheckoutSession): string | null {
  const customer = session.customer === null ? undefined : world.store.find("customer", session.customer);
  return customer?.email ?? session.customer_email;
}

function expired(session: CheckoutSession): Html {
  return layout(
    "Session expired",
    html`<h1>This checkout session has expired</h1><p>Nothing was charged.</p>
${session.cancel_url ? html`<p><a class="button" href="${session.cancel_url}">Back to the shop</a></p>` : ""}`,
  );
}

function checkoutPage(world: World, session: CheckoutSession, shown: Shown): Html {
  const plan = world.store.find("checkoutPlan", session.id);
  const items = plan ? lineItemsOf(world, plan) : [];
  const currency = session.currency ?? "usd";
  const total = session.amount_total ?? 0;
  const email = emailOf(world, session);
  const needsCard =
    total > 0 || (session.mode === "subscription" && session.payment_method_collection === "always");
  const subscribing = session.mode === "subscription";
  const recurring = items.find((item) => item.price?.recurring)?.price?.recurring;
  const every = recurring
    ? `every ${recurring.interval_count > 1 ? `${recurring.interval_count} ${recurring.interval}s` : recurring.interval}`
    : "";
  const coupon = plan?.coupon ? world.store.find("coupon", plan.coupon) : undefined;
  // The amount after a trial or after a first discount; undefined if it does not change.
  const later = plan?.trialDays
    ? items.reduce((sum, item) => sum + item.amount_total, 0)
    : coupon?.duration === "once"
      ? (session.amount_subtotal ?? 0)
      : undefined;
  const shop = world.ownAccount().settings?.dashboard.display_name ?? "the shop";
  const title = subscribing ? `Subscribe to ${items[0]?.description ?? shop}` : `Pay ${shop}`;
  return layout(
    title,
    html`<div class="two">
<section aria-labelledby="what">
${session.cancel_url ? html`<p><a href="${session.cancel_url}">← Back</a></p>` : ""}
<h1 id="what">${title}</h1>
<p class="amount">${money(total, currency)}${subscribing ? html` <span class="small quiet">${later === undefined ? every : "today"}</span>` : ""}</p>
${
  subscribing && later !== undefined
    ? html`<p>${plan?.trialDays ? `${Math.round(plan.trialDays)} days free, then` : "Then"} ${money(later, currency)} ${every}.</p>`
    : ""
}
<ul class="rows">${items.map(
      (item) =>
        html`<li><span>${item.description}${(item.quantity ?? 1) > 1 ? html`<br><span class="small quiet">Quantity ${item.quantity}</span>` : ""}</span><span>${money(item.amount_subtotal, currency)}</span></li>`,
    )}</ul>
${taxLine(session, items)}
${(session.total_details?.amount_discount ?? 0) > 0 ? html`<p class="sum"><span>Discount</span><span>−${money(session.total_details?.amount_discount ?? 0, currency)}</span></p>` : ""}
<p class="sum total"><span>Total due today</span><span>${money(total, currency)}</span></p>
${promotionBox(session, shown)}
</section>
<section class="card" aria-labelledby="how">
<h2 id="how">${needsCard ? "Pay with card" : "Confirm"}</h2>
${shown.code === undefined ? alert(shown.problem) : ""}
<form method="post" action="/c/${session.id}" autocomplete="on">
${
  email
    ? html`<p class="small"><span class="quiet">Email</span><br>${email}</p>`
    : html`<label for="email">Email</label><input id="email" name="email" type="email" required autocomplete="email" value="${shown.email}">`
}
${needsCard ? cardFields(shown.card, shown.field) : ""}
${placeFields(world, session)}
<button class="main-button" type="submit">${subscribing ? (plan?.trialDays ? "Start trial" : "Subscribe") : `Pay ${money(total, currency)}`}</button>
</form>
</section></div>`,
  );
}

function placeFields(world: World, session: CheckoutSession): Html | string {
  if (!session.automatic_tax.enabled) return "";
  const address = world.store.find("checkoutPlan", session.id)?.address;
  return html`<label for="country">Country</label>
<select id="country" name="country">${COUNTRIES.map(
    (code) =>
      html`<option value="${code}"${(address?.country ?? "US") === code ? html` selected` : ""}>${code}</option>`,
  )}</select>
<label for="state">State (US)</label><input id="state" name="state" autocomplete="address-level1" value="${address?.state ?? ""}">
${session.tax_id_collection?.enabled ? html`<label for="vat">EU VAT ID (businesses)</label><input id="vat" name="vat" autocomplete="off">` : ""}`;
}

function taxLine(session: CheckoutSession, items: readonly LineItem[]): Html | string {
  if (!session.automatic_tax.enabled) return "";
  const tax = session.total_details?.amount_tax ?? 0;
  const added = items.reduce(
    (sum, item) => sum + item.amount_total + item.amount_discount - item.amount_subtotal,
    0,
  );
  const said =
    session.automatic_tax.status === "complete"
      ? money(tax, session.currency ?? "usd")
      : "Enter your address";
  return html`<p class="sum"><span>${tax > 0 && added === 0 ? "Tax included" : "Tax"}</span><span>${said}</span></p>`;
}

function promotionBox(session: CheckoutSession, shown: Shown): Html | string {
  if (!session.allow_promotion_codes) return "";
  const applied = (session.discounts ?? []).length > 0;
  if (applied) {
    return html`<form method="post" action="/c/${session.id}/promotion"><button type="submit" name="remove" value="1">Remove promotion code</button></form>`;
  }
  return html`<form method="post" action="/c/${session.id}/promotion">
<label for="code">Promotion code</label>
<div class="line"><input id="code" name="code" required autocomplete="off" value="${shown.code ?? ""}"${shown.code === undefined ? "" : html` aria-invalid="true"`}><button type="submit">Apply</button></div>
${shown.code === undefined ? "" : alert(shown.problem)}
</form>`;
}
