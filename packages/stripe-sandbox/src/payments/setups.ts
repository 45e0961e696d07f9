import { change, create } from "../core/change.ts";
import { newId, randomText } from "../core/ids.ts";
import type { PaymentMethod, SetupIntent } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { behaviorOf, type Decline } from "./cards.ts";
import { attachMethod, numberOf } from "./methods.ts";

export function makeSetup(
  world: World,
  draft: {
    customer: string | null;
    description?: string | null;
    metadata?: Record<string, string>;
    usage?: "off_session" | "on_session";
    methodTypes?: string[] | null;
    method?: string | null;
  },
): SetupIntent {
  const id = newId("seti");
  return create(
    world,
    "setupIntent",
    {
      id,
      object: "setup_intent",
      allowed_payment_method_types: draft.methodTypes ?? null,
      application: null,
      automatic_payment_methods: null,
      cancellation_reason: null,
      client_secret: `${id}_secret_${randomText(25)}`,
      created: world.clock.now(),
      customer: draft.customer,
      customer_account: null,
      description: draft.description ?? null,
      excluded_payment_method_types: null,
      flow_directions: null,
      last_setup_error: null,
      latest_attempt: null,
      livemode: false,
      mandate: null,
      metadata: draft.metadata ?? {},
      next_action: null,
      on_behalf_of: null,
      payment_method: draft.method ?? null,
      payment_method_configuration_details: null,
      payment_method_options: {
        card: { mandate_options: null, network: null, request_three_d_secure: "automatic" },
      },
      payment_method_types: draft.methodTypes ?? ["card"],
      single_use_mandate: null,
      status: draft.method ? "requires_confirmation" : "requires_payment_method",
      usage: draft.usage ?? "off_session",
    },
    "setup_intent.created",
  );
}

export type SetupEnd =
  | { end: "succeeded"; setup: SetupIntent }
  | { end: "requires_action"; setup: SetupIntent }
  | { end: "declined"; setup: SetupIntent; decline: Decline };

export function attemptSetup(
  world: World,
  before: SetupIntent,
  method: PaymentMethod,
  how: { authenticated?: boolean; returnUrl?: string | null } = {},
): SetupEnd {
  const behavior = behaviorOf(numberOf(world, method));
  const tried = change(world, "setupIntent", before, {
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  });
  if (behavior.decline && !behavior.attaches) {
    return {
      end: "declined",
      setup: refuseSetup(world, tried, method, behavior.decline),
      decline: behavior.decline,
    };
  }
  if (behavior.threeDSecure && !how.authenticated) {
    const asked = change(world, "setupIntent", tried, {
      status: "requires_action",
      next_action: {
        type: "redirect_to_url",
        redirect_to_url: { return_url: how.returnUrl ?? null, url: `${world.url}/3ds/${tried.id}` },
      },
    });
    world.emit("setup_intent.requires_action", asked);
    return { end: "requires_action", setup: asked };
  }
  const customer = tried.customer === null ? undefined : world.store.find("customer", tried.customer);
  if (customer && method.customer === null) attachMethod(world, method, customer);
  const done = change(world, "setupIntent", tried, { status: "succeeded" });
  world.emit("setup_intent.succeeded", done);
  return { end: "succeeded", setup: done };
}

export function refuseSetup(
  world: World,
  setup: SetupIntent,
  method: PaymentMethod,
  decline: Decline,
): SetupIntent {
  const refused = change(world, "setupIntent", setup, {
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_setup_error: {
      code: decline.code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      doc_url: `https://docs.stripe.com/error-codes#${decline.code.replaceAll("_", "-")}`,
      message: decline.message,
      payment_method: method,
      type: "card_error",
    },
  });
  world.emit("setup_intent.setup_failed", refused);
  return refused;
}
