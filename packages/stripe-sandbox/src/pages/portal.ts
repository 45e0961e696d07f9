import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { isOver } from "../billing/subscriptions.ts";
import { change } from "../core/change.ts";
import { StripeFailure } from "../core/errors.ts";
import { makeCard, NO_ADDRESS } from "../payments/methods.ts";
import { cardForm, cardInput, EMPTY_CARD } from "./cardFields.ts";
import { layout } from "./layout.ts";
import type { PageParts } from "./parts.ts";
import { cancelInPortal, finishCardChange, keepInPortal, startCardChange } from "./portalActions.ts";
import { cancelPage, cardPage, donePage, type PortalView, portalHome } from "./portalViews.ts";

const LIVES_SECONDS = 60 * 60;

export function servePortal(app: Hono, { world, acting }: PageParts): void {
  function open(c: Context): PortalView | undefined {
    const path = `/p/session/${c.req.param("token") ?? ""}`;
    const session = acting(() =>
      world.store.all("portalSession").find((found) => found.url === `${world.url}${path}`),
    );
    const customer = session && world.store.find("customer", session.customer);
    if (!session || !customer || session.created + LIVES_SECONDS < world.clock.now()) return undefined;
    return {
      world,
      session,
      customer,
      configuration: world.store.find("portalConfiguration", session.configuration),
      base: path,
    };
  }
  const gone = (c: Context) =>
    c.html(
      layout("Session over", html`<h1>This billing session is over</h1><p>Go back and open it again.</p>`),
      404,
    );
  const own = (view: PortalView, id: string) => {
    const found = world.store.find("subscription", id);
    return found?.customer === view.customer.id && !isOver(found) ? found : undefined;
  };

  function finish(c: Context, view: PortalView, message: string): Response | Promise<Response> {
    const after = view.session.flow?.after_completion;
    if (after?.type === "redirect" && after.redirect) return c.redirect(after.redirect.return_url, 303);
    if (after?.type === "hosted_confirmation")
      return c.html(donePage(view, after.hosted_confirmation?.custom_message ?? message));
    return c.redirect(`${view.base}?done=1`, 303);
  }

  app.get("/p/session/:token", (c) => {
    const view = open(c);
    if (!view) return gone(c);
    const flow = view.session.flow;
    if (flow?.type === "payment_method_update" && c.req.query("done") === undefined)
      return c.html(cardPage(view, EMPTY_CARD));
    const target = flow?.subscription_cancel && own(view, flow.subscription_cancel.subscription);
    if (target && target.cancel_at === null && c.req.query("done") === undefined)
      return c.html(cancelPage(view, target));
    return c.html(portalHome(view));
  });

  app.get("/p/session/:token/card", (c) => {
    const view = open(c);
    return view ? c.html(cardPage(view, EMPTY_CARD)) : gone(c);
  });

  app.post("/p/session/:token/card", async (c) => {
    const view = open(c);
    if (!view) return gone(c);
    const sent = cardForm(await c.req.formData());
    try {
      const attempt = acting(() => {
        const billing = {
          address: { ...NO_ADDRESS, postal_code: sent.postal || null },
          email: view.customer.email,
          name: sent.name || null,
          phone: null,
          tax_id: null,
        };
        return startCardChange(
          world,
          view.customer.id,
          makeCard(world, cardInput(sent), billing),
          `${world.url}${view.base}/card/done`,
        );
      });
      if (attempt.end === "declined")
        return c.html(cardPage(view, sent, attempt.decline.message, attempt.decline.code), 402);
      if (attempt.end === "requires_action") return c.redirect(`/3ds/${attempt.setup.id}`, 303);
      acting(() => finishCardChange(world, attempt.setup));
      return finish(c, view, "Your card was changed.");
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return c.html(cardPage(view, sent, error.message, error.body.code), 402);
    }
  });

  /** The bank's page returns here. */
  app.get("/p/session/:token/card/done", (c) => {
    const view = open(c);
    if (!view) return gone(c);
    const setup = world.store.find("setupIntent", c.req.query("setup_intent") ?? "");
    if (setup?.customer !== view.customer.id || setup.status !== "succeeded") {
      return c.html(
        cardPage(view, EMPTY_CARD, setup?.last_setup_error?.message ?? "Your bank did not confirm the card."),
        402,
      );
    }
    acting(() => finishCardChange(world, setup));
    return finish(c, view, "Your card was changed.");
  });

  app.get("/p/session/:token/cancel/:subscription", (c) => {
    const view = open(c);
    const subscription = view && own(view, c.req.param("subscription"));
    return view && subscription ? c.html(cancelPage(view, subscription)) : gone(c);
  });

  app.post("/p/session/:token/cancel/:subscription", (c) => {
    const view = open(c);
    const subscription = view && own(view, c.req.param("subscription"));
    if (!view || !subscription || !view.configuration?.features.subscription_cancel.enabled) return gone(c);
    acting(() => cancelInPortal(world, subscription, view.configuration));
    return finish(c, view, "Your subscription was canceled.");
  });

  app.post("/p/session/:token/renew/:subscription", (c) => {
    const view = open(c);
    const subscription = view && own(view, c.req.param("subscription"));
    if (!view || !subscription) return gone(c);
    acting(() => keepInPortal(world, subscription));
    return c.redirect(`${view.base}?done=1`, 303);
  });

  app.post("/p/session/:token/details", async (c) => {
    const view = open(c);
    if (!view?.configuration?.features.customer_update.enabled) return gone(c);
    const form = await c.req.formData();
    const read = (name: string) => String(form.get(name) ?? "").trim() || null;
    const customer = view.customer;
    acting(() =>
      change(
        world,
        "customer",
        customer,
        { name: read("name"), email: read("email") ?? customer.email },
        "customer.updated",
      ),
    );
    return c.redirect(`${view.base}?done=1`, 303);
  });
}
