import type { Context, Hono } from "hono";
import * as z from "zod/mini";
import { payCheckout } from "../checkout/completing.ts";
import { payLater, settleLater } from "../checkout/delayed.ts";
import { expireSession } from "../checkout/sessions.ts";
import { completeOnboarding, restrictAccount } from "../connect/accounts.ts";
import { StripeFailure } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { World } from "../core/world.ts";
import type { Deliveries } from "../events/delivery.ts";
import type { RequestLogEntry } from "../http/api.ts";
import { bookMoney } from "../payments/balance.ts";
import { finishAuthentication } from "../payments/confirming.ts";
import { closeDispute, escalateInquiry, openDispute, warnOfFraud } from "../payments/disputes.ts";
import { makeCard, NO_BILLING } from "../payments/methods.ts";
import { failRefund } from "../payments/refunds.ts";
import { simpleCard } from "../payments/simpleCard.ts";
import { defaultConfiguration } from "../resources/portalFeatures.ts";

export type ControlParts = {
  world: World;
  acting<T>(run: () => T): T;
  deliveries: Deliveries;
  requests: RequestLogEntry[];
  advanceTo(time: Date): Promise<void>;
  reset(): Promise<void>;
};

const Card = z.object({
  card: z._default(z.string(), "4242424242424242"),
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  /** What the customer does when the bank asks: passes unless told otherwise. */
  authenticate: z._default(z.boolean(), true),
});
const NewDispute = z.object({
  charge: z.string(),
  reason: z._default(z.enum(["fraudulent", "product_not_received", "inquiry", "general"]), "fraudulent"),
});
const Outcome = z.object({ outcome: z.enum(["won", "lost"]) });
const Arrival = z.object({ outcome: z.enum(["succeeded", "failed"]) });
const Delivery = z.object({
  mode: z.enum(["normal", "paused", "duplicate", "shuffle"]),
  seed: z.optional(z.number()),
});
const Clock = z.union([z.object({ advanceSeconds: z.number() }), z.object({ to: z.string() })]);
const Warning = z.object({
  charge: z.string(),
  fraud_type: z._default(
    z.enum([
      "card_never_received",
      "fraudulent_card_application",
      "made_with_counterfeit_card",
      "made_with_lost_card",
      "made_with_stolen_card",
      "misc",
      "unauthorized_use_of_card",
    ]),
    "misc",
  ),
});
const Money = z.object({ amount: z.number(), currency: z._default(z.string(), "usd") });
const Settings = z.object({
  dunning_end: z.optional(z.enum(["canceled", "unpaid", "past_due"])),
  retry_days: z.optional(z.array(z.number())),
});
const Roll = z.object({ expiresInSeconds: z._default(z.number(), 24 * 60 * 60) });

/** What the world around Stripe does: customers, banks, time. Answers in JSON; documented in the README. */
export function serveControl(app: Hono, parts: ControlParts): void {
  const { world, acting, deliveries } = parts;

  post(app, "/_control/checkout/:id/pay", Card, (sent, id) =>
    acting(() => {
      const method = makeCard(world, simpleCard(world, sent.card), {
        ...NO_BILLING,
        email: sent.email ?? null,
        name: sent.name ?? null,
      });
      const paid = payCheckout(world, id, method);
      if (paid.end === "complete") return paid.session;
      const intentId = world.store.find("checkoutPlan", id)?.openIntent;
      const intent = intentId ? need(world, "paymentIntent", intentId) : undefined;
      if (sent.authenticate) {
        const again = payCheckout(world, id, method, true);
        if (again.end === "complete") return again.session;
      } else if (intent) finishAuthentication(world, intent, false);
      return need(world, "checkoutSession", id);
    }),
  );
  post(app, "/_control/checkout/:id/pay_later", z.object({ email: z.optional(z.string()) }), (sent, id) =>
    acting(() => payLater(world, id, sent.email ?? null)),
  );
  post(app, "/_control/checkout/:id/settle", Arrival, (sent, id) =>
    acting(() => settleLater(world, id, sent.outcome)),
  );
  post(app, "/_control/checkout/:id/expire", z.object({}), (_sent, id) =>
    acting(() => expireSession(world, need(world, "checkoutSession", id))),
  );

  post(app, "/_control/disputes", NewDispute, (sent) =>
    acting(() => openDispute(world, need(world, "charge", sent.charge, "charge"), sent.reason)),
  );
  post(app, "/_control/disputes/:id/close", Outcome, (sent, id) =>
    acting(() => closeDispute(world, need(world, "dispute", id), sent.outcome)),
  );
  post(app, "/_control/disputes/:id/escalate", z.object({}), (_sent, id) =>
    acting(() => escalateInquiry(world, need(world, "dispute", id))),
  );
  post(app, "/_control/early_fraud_warnings", Warning, (sent) =>
    acting(() => warnOfFraud(world, need(world, "charge", sent.charge, "charge"), sent.fraud_type)),
  );
  post(app, "/_control/refunds/:id/fail", z.object({}), (_sent, id) =>
    acting(() => failRefund(world, need(world, "refund", id))),
  );
  post(app, "/_control/balance", Money, (sent) =>
    acting(() =>
      bookMoney(world, {
        amount: sent.amount,
        currency: sent.currency,
        type: "topup",
        source: newId("tu"),
        description: "Added by control call",
      }),
    ),
  );
  post(app, "/_control/accounts/:id/enable", z.object({}), (_sent, id) =>
    acting(() => completeOnboarding(world, need(world, "account", id))),
  );
  post(app, "/_control/accounts/:id/restrict", z.object({}), (_sent, id) =>
    acting(() => restrictAccount(world, need(world, "account", id))),
  );
  post(app, "/_control/portal/save", z.object({}), () => acting(() => defaultConfiguration(world)));
  post(app, "/_control/settings", Settings, (sent) => {
    const before = world.settings();
    return world.store.put("settings", {
      ...before,
      dunningEnd: sent.dunning_end ?? before.dunningEnd,
      retryDays: sent.retry_days ?? before.retryDays,
    });
  });

  post(app, "/_control/delivery", Delivery, (sent) => {
    const before = world.settings();
    world.store.put("settings", {
      ...before,
      deliveryMode: sent.mode,
      deliverySeed: sent.seed ?? before.deliverySeed,
    });
    deliveries.modeChanged();
    return { mode: sent.mode, pending: deliveries.pending() };
  });
  post(app, "/_control/delivery/flush", z.object({}), async () => {
    await deliveries.flush();
    return { pending: deliveries.pending() };
  });
  post(app, "/_control/webhook_endpoints/:id/roll", Roll, (sent, id) => {
    const secret = newId("whsec", 32);
    const before = need(world, "secret", id).secrets;
    const until = world.clock.now() + sent.expiresInSeconds;
    world.store.put("secret", {
      id,
      secrets: [
        ...before.map((old) => ({ ...old, until: old.until ?? until })),
        { value: secret, until: null },
      ],
    });
    return { id, secret };
  });

  post(app, "/_control/clock", Clock, async (sent) => {
    const to = "to" in sent ? new Date(sent.to) : new Date((world.clock.now() + sent.advanceSeconds) * 1000);
    await parts.advanceTo(to);
    return { now: new Date(world.clock.now() * 1000).toISOString() };
  });
  post(app, "/_control/reset", z.object({}), async () => {
    await parts.reset();
    return { ok: true };
  });
  post(app, "/_control/settle", z.object({}), async () => {
    await deliveries.settle();
    return { pending: deliveries.pending() };
  });
  app.get("/_control/requests", (c) => c.json(parts.requests));
  app.get("/_control/deliveries", (c) => c.json(world.store.all("delivery")));
}

type Answer = object | Promise<object>;

function post<S extends z.ZodMiniType>(
  app: Hono,
  path: string,
  schema: S,
  act: (sent: z.infer<S>, id: string) => Answer,
): void {
  app.post(path, async (c: Context) => {
    const text = await c.req.text();
    const body: unknown = text === "" ? {} : JSON.parse(text);
    const sent = schema.safeParse(body);
    if (!sent.success)
      return c.json({ error: { type: "invalid_request_error", message: z.prettifyError(sent.error) } }, 400);
    try {
      return c.json(await act(sent.data, c.req.param("id") ?? ""));
    } catch (error) {
      if (error instanceof StripeFailure)
        return Response.json({ error: error.body }, { status: error.status });
      throw error;
    }
  });
}
