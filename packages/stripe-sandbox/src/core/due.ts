import { cancelDue, cycle, finalizeDue, resumeDue, retryDue, trialNotice } from "../billing/renewals.ts";
import { advanceSchedule, expiryNotice } from "../billing/schedules.ts";
import { expireIncomplete, expirePending } from "../billing/standing.ts";
import { expireDue } from "../checkout/sessions.ts";
import { makeAvailable } from "../payments/balance.ts";
import { lapseDispute } from "../payments/disputes.ts";
import { settleRefund } from "../payments/refunds.ts";
import type { AgendaEntry, AgendaKind } from "./hidden.ts";
import type { World } from "./world.ts";

type Doing = (world: World, subject: string) => void;

function doings(retryDelivery: (id: string) => void): Record<AgendaKind, Doing> {
  return {
    "balance.available": makeAvailable,
    "checkout.expire": expireDue,
    "delivery.retry": (_world, id) => retryDelivery(id),
    "dispute.lapse": lapseDispute,
    "invoice.finalize": finalizeDue,
    "invoice.retry": retryDue,
    "refund.settle": settleRefund,
    "schedule.expiring": expiryNotice,
    "schedule.phase": advanceSchedule,
    "subscription.cancelAt": cancelDue,
    "subscription.cycle": cycle,
    "subscription.incomplete": expireIncomplete,
    "subscription.pendingUpdate": expirePending,
    "subscription.resume": resumeDue,
    "subscription.trialNotice": trialNotice,
  };
}

/** Runs everything that is due, in order, each at its due time. */
export function makeCatchUp(world: World, retryDelivery: (id: string) => void): (by: number) => void {
  const all = doings(retryDelivery);
  const run = (entry: AgendaEntry) => world.clock.at(entry.at, () => all[entry.kind](world, entry.subject));
  return (by) => {
    for (let entry = world.agenda.takeDue(by); entry; entry = world.agenda.takeDue(by)) run(entry);
  };
}
