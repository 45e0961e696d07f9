import type { Hono } from "hono";
import { html } from "hono/html";
import { StripeFailure } from "../core/errors.ts";
import { act } from "./dashboardActions.ts";
import { VIEWS, viewOf } from "./dashboardTables.ts";
import { alert, layout } from "./layout.ts";
import type { PageParts } from "./parts.ts";

export function serveDashboard(app: Hono, parts: PageParts): void {
  const { world, acting, acts } = parts;

  app.get("/", (c) => c.redirect("/dashboard"));
  app.get("/dashboard", (c) => {
    const view = viewOf(c.req.query("view"));
    const table = acting(() => VIEWS[view](world));
    const mode = world.settings().deliveryMode;
    const now = new Date(world.clock.now() * 1000).toISOString().slice(0, 19).replace("T", " ");
    return c.html(
      layout(
        `Stripe sandbox: ${view}`,
        html`<h1>Stripe sandbox</h1>
<p class="quiet">The sandbox's time is ${now} UTC. Webhooks: ${mode}, ${parts.deliveries.pending()} to deliver.</p>
${alert(c.req.query("problem"))}
<nav class="tabs" aria-label="Kinds">${Object.keys(VIEWS).map((name) => html`<a href="/dashboard?view=${name}"${name === view ? html` aria-current="page"` : ""}>${name}</a>`)}</nav>
<section class="card" aria-label="${view}">${table}</section>`,
        true,
      ),
    );
  });

  app.post("/dashboard", async (c) => {
    const form = await c.req.formData();
    const read = (name: string) => String(form.get(name) ?? "");
    const view = viewOf(read("view"));
    try {
      act(acts, read("action"), read("id"));
      return c.redirect(`/dashboard?view=${view}`, 303);
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return c.redirect(`/dashboard?view=${view}&problem=${encodeURIComponent(error.message)}`, 303);
    }
  });
}
