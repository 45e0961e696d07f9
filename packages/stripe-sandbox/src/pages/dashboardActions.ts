import type { Acts } from "../acts.ts";
import { invalidRequest } from "../core/errors.ts";

const ACTIONS: Record<string, (acts: Acts, id: string) => unknown> = {
  pay: (acts, id) => acts.payCheckout(id),
  expire: (acts, id) => acts.expireCheckout(id),
  refund: (acts, id) => acts.refund(id),
  "fail refund": (acts, id) => acts.failRefund(id),
  dispute: (acts, id) => acts.openDispute(id, "fraudulent"),
  "warn of fraud": (acts, id) => acts.warnOfFraud(id, "misc"),
  won: (acts, id) => acts.closeDispute(id, "won"),
  lost: (acts, id) => acts.closeDispute(id, "lost"),
  cancel: (acts, id) => acts.endSubscription(id, "cancellation_requested"),
  onboard: (acts, id) => acts.completeOnboarding(id),
  restrict: (acts, id) => acts.restrictAccount(id),
};

export function act(acts: Acts, action: string, id: string): void {
  const run = ACTIONS[action];
  if (!run) throw invalidRequest(`There is no action called ${action}.`);
  run(acts, id);
}
