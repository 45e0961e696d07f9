import { CATALOG } from "#shared/catalog/catalog.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import type { LicenseCode } from "#shared/licenses/standing.ts";
import {
  endsAt,
  needsPayment,
  planOf as planOfSubscription,
  type Subscription,
  shownStatus,
} from "#shared/subscriptions/subscription.ts";
import { atTime } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";
import type { Billing } from "../subscription/billing.ts";
import type { Situation } from "./facts.ts";
import { hasEnded, mainSeat, runningOf } from "./holdings.ts";
import { trialLine } from "./trial.ts";

export type Plan = {
  name: string;
  state: { tone: Tone; label: string };
  /** A sentence, such as when the plan renews. Null if the plan has ended, or a problem already explains it. */
  line: string | null;
  /** Null if the seats could not be read. */
  seat: Seat | null;
};

export const NAMES: Record<Seat["source"], string> = {
  subscription: CATALOG.monthly.name,
  team: "Seat in a team",
  lifetime: "Lifetime Access",
  manual: "License from our team",
  free: "Free key",
};

const nameOf = (subscription: Subscription): string => CATALOG[planOfSubscription(subscription)].name;

export function planOf({ account, billing, seats }: Situation): Plan | null {
  const running = runningOf(billing);
  if (account?.suspended) {
    const name = billing.lifetime ? NAMES.lifetime : running === null ? null : nameOf(running);
    return name === null ? null : { name, state: stateOfCode("SUSPENDED"), line: null, seat: null };
  }
  if (seats === null) {
    if (billing.lifetime) return { name: NAMES.lifetime, state: OWNED, line: FOR_GOOD, seat: null };
    return running && { name: nameOf(running), ...ofSubscription(running), seat: null };
  }
  const seat = mainSeat(seats);
  if (seat === null) return null;
  const name = seat.source === "subscription" && running !== null ? nameOf(running) : NAMES[seat.source];
  return { name, ...ofSeat(seat, billing), seat };
}

export type State = Pick<Plan, "state" | "line">;
export const OWNED: Plan["state"] = { tone: "good", label: "Yours for good" };
const OVERDUE: Plan["state"] = { tone: "warn", label: "Payment overdue" };
/** The grace period of an overdue payment is over. */
const STOPPED: Plan["state"] = { tone: "bad", label: "Stopped until paid" };
export const FOR_GOOD = "Paid once. Nothing renews, and every update is included.";

export function ofSeat(seat: Seat, billing: Billing | null): State {
  const running = billing && runningOf(billing);
  if (seat.code === "PAYMENT_REQUIRED" && running !== null) return ofSubscription(running, seat);
  // A team's overdue payment concerns its buyer.
  if (seat.source === "team" && seat.code === "PAYMENT_REQUIRED")
    return { state: stateOfCode("SUSPENDED"), line: null };
  if (seat.code !== "VALID") return { state: stateOfCode(seat.code), line: null };
  if (seat.source === "lifetime") return { state: OWNED, line: FOR_GOOD };
  if (seat.source === "subscription" && running !== null) return ofSubscription(running);
  if (seat.source === "team")
    return {
      state: { tone: "good", label: "Active" },
      line: `Your seat is paid by ${billing?.paid_by ?? "the person who invited you"}.`,
    };
  const until = seat.works_until;
  const isOnTrial = seat.trial?.state === "running";
  const trial = trialLine(seat);
  if (trial !== null)
    return { state: { tone: "good", label: isOnTrial ? "Free trial" : "Active" }, line: trial };
  return {
    state: { tone: "good", label: "Active" },
    line: until === null ? "Your key never expires." : `Your key works until ${atTime(until)}.`,
  };
}

/** @param key the subscription's, if it could be read */
export function ofSubscription(subscription: Subscription, key?: Seat): State {
  const { current_period_end } = subscription;
  const status = shownStatus(subscription);
  const isStopped = status === "unpaid" || key?.code === "PAYMENT_REQUIRED";
  if (needsPayment(status)) return { state: isStopped ? STOPPED : OVERDUE, line: null };
  if (status === "paused") return { state: { tone: "bad", label: "Paused" }, line: null };
  const end = endsAt(subscription);
  if (end !== null) return { state: { tone: "warn", label: "Ending" }, line: null };
  const next = atTime(fromEpochSeconds(current_period_end));
  return status === "trialing"
    ? {
        state: { tone: "good", label: "Free trial" },
        line: `Free until ${next}. The first payment is due then.`,
      }
    : { state: { tone: "good", label: "Active" }, line: `Renews on ${next}.` };
}

export function stateOfCode(code: LicenseCode): Plan["state"] {
  if (hasEnded({ code })) return { tone: "neutral", label: "Ended" };
  if (code === "PAYMENT_REQUIRED") return STOPPED;
  return { tone: "bad", label: code === "SUSPENDED" ? "Suspended" : "Switched off" };
}
