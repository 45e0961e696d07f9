import type { Hono } from "hono";
import { html } from "hono/html";
import { payCheckout } from "../checkout/completing.ts";
import { StripeFailure } from "../core/errors.ts";
import type { World } from "../core/world.ts";
import { finishAuthentication } from "../payments/confirming.ts";
import { attemptSetup, refuseSetup } from "../payments/setups.ts";
import { type Html, layout, money } from "./layout.ts";
import type { PageParts } from "./parts.ts";

export function serveAuthentication(app: Hono, { world, acting }: PageParts): void {
  app.get("/3ds/:id", (c) => {
    const id = c.req.param("id");
    const intent = acting(() => world.store.find("paymentIntent", id));
    const setup = world.store.find("setupIntent", id);
    if (intent?.status === "requires_action")
      return c.html(bankPage(`A payment of ${money(intent.amount, intent.currency)} needs your approval.`));
    if (setup?.status === "requires_action")
      return c.html(bankPage("Saving your card for later payments needs your approval."));
    return c.html(layout("Nothing to do", html`<h1>There is nothing to authenticate</h1>`), 404);
  });

  app.post("/3ds/:id", async (c) => {
    const passed = (await c.req.formData()).get("answer") === "complete";
    const id = c.req.param("id");
    const back = acting(() =>
      id.startsWith("seti_") ? answerSetup(world, id, passed) : answerPayment(world, id, passed),
    );
    return back
      ? c.redirect(back, 303)
      : c.html(layout("Done", html`<h1>Done</h1><p>You can close this page.</p>`));
  });
}

function bankPage(question: string): Html {
  return layout(
    "3D Secure",
    html`<section class="card"><h1>Your bank's approval</h1>
<p>${question} In the sandbox, this page replaces the bank's page.</p>
<form method="post"><button class="main-button" name="answer" value="complete">Complete</button></form>
<p></p><form method="post"><button class="danger" name="answer" value="fail">Fail</button></form></section>`,
  );
}

function answerPayment(world: World, id: string, passed: boolean): string | undefined {
  const intent = world.store.find("paymentIntent", id);
  if (!intent) return undefined;
  const plan = world.store.all("checkoutPlan").find((found) => found.openIntent === id);
  const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? null;
  const method =
    intent.payment_method === null ? undefined : world.store.find("paymentMethod", intent.payment_method);
  if (plan && passed && intent.status === "requires_action") {
    try {
      payCheckout(world, plan.id, method, true);
    } catch (error) {
      // The customer returns to the session's page, which shows the refusal.
      if (!(error instanceof StripeFailure)) throw error;
    }
  } else finishAuthentication(world, intent, passed);
  return plan ? `/c/${plan.id}` : withId(returnUrl, "payment_intent", intent.id, intent.client_secret);
}

function answerSetup(world: World, id: string, passed: boolean): string | undefined {
  const setup = world.store.find("setupIntent", id);
  const method = setup?.payment_method ? world.store.find("paymentMethod", setup.payment_method) : undefined;
  if (!setup || !method || setup.status !== "requires_action") return undefined;
  const returnUrl = setup.next_action?.redirect_to_url?.return_url ?? null;
  if (passed) attemptSetup(world, setup, method, { authenticated: true });
  else {
    refuseSetup(world, setup, method, {
      code: "setup_intent_authentication_failure",
      declineCode: null,
      message:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
    });
  }
  return withId(returnUrl, "setup_intent", id, setup.client_secret);
}

/** Adds the intent to the return address, as Stripe does. */
function withId(
  returnUrl: string | null,
  name: string,
  id: string,
  secret: string | null,
): string | undefined {
  if (returnUrl === null) return undefined;
  const url = new URL(returnUrl);
  url.searchParams.set(name, id);
  url.searchParams.set(`${name}_client_secret`, secret ?? "");
  return url.href;
}
