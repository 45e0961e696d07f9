import type { Context, Hono } from "hono";
import * as z from "zod/mini";
import type { Acts } from "../acts.ts";
import { StripeFailure } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { World } from "../core/world.ts";
import type { Deliveries } from "../events/delivery.ts";
import type { RequestLogEntry } from "../http/api.ts";

export type ControlParts = {
  world: World;
  acts: Acts;
  deliveries: Deliveries;
  requests: RequestLogEntry[];
  advanceTo(time: Date): Promise<void>;
  reset(): Promise<void>;
};

const Paying = z.object({
  card: z.optional(z.string()),
  fingerprint: z.optional(z.string()),
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  authenticate: z.optional(z.boolean()),
  place: z.optional(z.string()),
  vatId: z.optional(z.string()),
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

/** The README's control calls: actions of customers and banks, and moves of the clock. */
export function serveControl(app: Hono, parts: ControlParts): void {
  const { world, acts, deliveries } = parts;

  post(app, "/_control/checkout/:id/pay", Paying, (sent, id) => acts.payCheckout(id, sent));
  post(app, "/_control/checkout/:id/pay_later", z.object({ email: z.optional(z.string()) }), (sent, id) =>
    acts.payCheckoutLater(id, sent.email),
  );
  post(app, "/_control/checkout/:id/settle", Arrival, (sent, id) => acts.settleCheckout(id, sent.outcome));
  post(app, "/_control/checkout/:id/expire", z.object({}), (_sent, id) => acts.expireCheckout(id));

  post(app, "/_control/disputes", NewDispute, (sent) => acts.openDispute(sent.charge, sent.reason));
  post(app, "/_control/disputes/:id/close", Outcome, (sent, id) => acts.closeDispute(id, sent.outcome));
  post(app, "/_control/disputes/:id/escalate", z.object({}), (_sent, id) => acts.escalateInquiry(id));
  post(app, "/_control/early_fraud_warnings", Warning, (sent) =>
    acts.warnOfFraud(sent.charge, sent.fraud_type),
  );
  post(app, "/_control/refunds/:id/fail", z.object({}), (_sent, id) => acts.failRefund(id));
  post(app, "/_control/balance", Money, ({ amount, currency }) =>
    acts.bookMoney({
      amount,
      currency,
      type: "topup",
      source: newId("tu"),
      description: "Added by control call",
    }),
  );
  post(app, "/_control/accounts/:id/enable", z.object({}), (_sent, id) => acts.completeOnboarding(id));
  post(app, "/_control/accounts/:id/restrict", z.object({}), (_sent, id) => acts.restrictAccount(id));
  post(app, "/_control/portal/save", z.object({}), () => acts.savePortal());
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
