import { endSubscription } from "../billing/subscriptions.ts";
import { payCheckout } from "../checkout/completing.ts";
import { expireSession } from "../checkout/sessions.ts";
import { completeOnboarding, restrictAccount } from "../connect/accounts.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { World } from "../core/world.ts";
import { closeDispute, openDispute, warnOfFraud } from "../payments/disputes.ts";
import { makeCard } from "../payments/methods.ts";
import { failRefund, refund } from "../payments/refunds.ts";
import { simpleCard } from "../payments/simpleCard.ts";

/** What the buttons of the dashboard do. */
const ACTIONS: Record<string, (world: World, id: string) => unknown> = {
  pay: (world, id) => payCheckout(world, id, makeCard(world, simpleCard(world, "4242424242424242"))),
  expire: (world, id) => expireSession(world, need(world, "checkoutSession", id)),
  refund: (world, id) => refund(world, need(world, "charge", id), {}),
  "fail refund": (world, id) => failRefund(world, need(world, "refund", id)),
  dispute: (world, id) => openDispute(world, need(world, "charge", id), "fraudulent"),
  "warn of fraud": (world, id) => warnOfFraud(world, need(world, "charge", id), "misc"),
  won: (world, id) => closeDispute(world, need(world, "dispute", id), "won"),
  lost: (world, id) => closeDispute(world, need(world, "dispute", id), "lost"),
  cancel: (world, id) => endSubscription(world, need(world, "subscription", id), "cancellation_requested"),
  onboard: (world, id) => completeOnboarding(world, need(world, "account", id)),
  restrict: (world, id) => restrictAccount(world, need(world, "account", id)),
};

export function act(world: World, action: string, id: string): void {
  const run = ACTIONS[action];
  if (!run) throw invalidRequest(`There is no action called ${action}.`);
  run(world, id);
}
