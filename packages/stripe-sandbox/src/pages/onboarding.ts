import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { completeOnboarding } from "../connect/accounts.ts";
import type { Link } from "../core/hidden.ts";
import { layout } from "./layout.ts";
import type { PageParts } from "./parts.ts";

/**
 * Serves a connected account's onboarding page and its Express dashboard. A link to the onboarding page works for five
 * minutes, or until someone submits a form on the page.
 */
export function serveOnboarding(app: Hono, { world, acting }: PageParts): void {
  const find = (c: Context): Link | undefined => {
    const link = acting(() => world.store.find("link", c.req.param("token") ?? ""));
    return link?.account === c.req.param("account") ? link : undefined;
  };
  const isOver = (link: Link) => link.usedAt !== null || link.expiresAt <= world.clock.now();
  const missing = (c: Context) => c.html(layout("Not found", html`<h1>This page does not exist</h1>`), 404);

  app.get("/setup/e/:account/:token", (c) => {
    const link = find(c);
    if (!link) return missing(c);
    if (isOver(link)) return c.redirect(link.refreshUrl);
    const account = world.store.find("account", link.account);
    if (!account) return missing(c);
    return c.html(
      layout(
        "Get paid",
        html`<section class="card"><h1>Get paid by ${world.ownAccount().settings?.dashboard.display_name ?? "the platform"}</h1>
<p>This page replaces Stripe's page. The sandbox stores nothing that you type here.</p>
<form method="post">
<div class="pair"><div><label for="first">First name</label><input id="first" name="first" required autocomplete="given-name"></div>
<div><label for="last">Last name</label><input id="last" name="last" required autocomplete="family-name"></div></div>
<label for="email">Email</label><input id="email" name="email" type="email" required autocomplete="email" value="${account.email ?? ""}">
<label for="birth">Date of birth</label><input id="birth" name="birth" type="date" required autocomplete="bday">
<label for="bank">Account number</label><input id="bank" name="bank" required inputmode="numeric" autocomplete="off" placeholder="000123456789">
<p></p><p><label><input type="checkbox" name="agree" required>I agree to the terms of service</label></p>
<button class="main-button" name="action" value="submit">Agree and submit</button>
</form>
<p></p><form method="post"><button name="action" value="later">Save for later</button></form></section>`,
      ),
    );
  });

  app.post("/setup/e/:account/:token", async (c) => {
    const link = find(c);
    if (!link) return missing(c);
    if (isOver(link)) return c.redirect(link.refreshUrl, 303);
    const action = (await c.req.formData()).get("action");
    acting(() => {
      world.store.put("link", { ...link, usedAt: world.clock.now() });
      const account = world.store.find("account", link.account);
      if (account && action === "submit") completeOnboarding(world, account);
    });
    return c.redirect(link.returnUrl, 303);
  });

  app.get("/express/:account", (c) => {
    const account = world.store.find("account", c.req.param("account"));
    if (!account) return missing(c);
    const received = world.store.all("transfer").filter((transfer) => transfer.destination === account.id);
    return c.html(
      layout(
        "Express dashboard",
        html`<section class="card"><h1>Express dashboard</h1><p>${account.email ?? account.id}</p>
<p>${received.length} transfers received. Payouts are ${account.payouts_enabled ? "on" : "off"}.</p></section>`,
      ),
    );
  });
}
