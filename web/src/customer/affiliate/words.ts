import { COMMISSION_MONTHS, HOLD_DAYS } from "#shared/affiliates/commission.ts";
import type { listConversions } from "#shared/affiliates/customer.ts";
import type { Output } from "#shared/endpoint.ts";
import type { OwnPayout } from "#shared/payouts/customer.ts";
import { atTime, day, money } from "../../ui/format.ts";
import type { Tone } from "../../ui/toast.ts";

export const COMMISSION_TERMS = {
  window: `for the first ${COMMISSION_MONTHS} months`,
  holds: `${HOLD_DAYS.subscription} days (${HOLD_DAYS.lifetime} days for a lifetime license)`,
} as const;

export type Conversion = Output<typeof listConversions>["conversions"][number];
export type Told = { label: string; tone: Tone; because: string | null };

const REASONS: Readonly<Record<string, string>> = {
  self_account: "You made this purchase with this account.",
  self_address: "The buyer used your email address.",
  self_card: "The buyer paid with your card.",
  self_team: "You and the buyer are on the same team.",
  dispute: "The buyer's bank opened a dispute. Banks usually decide within a few weeks.",
  suspended: "Your affiliate account is suspended.",
  refund: "The payment was returned to the buyer.",
};
/** Stored reasons are keywords or sentences. Unknown keywords are not shown. */
const sentence = (reason: string | null): string | null =>
  reason === null ? null : (REASONS[reason] ?? (reason.includes(" ") ? reason : null));

export function tellConversion({ state, available_at, reason, reversed_cents, currency }: Conversion): Told {
  const takenBack =
    reversed_cents > 0
      ? `${money(reversed_cents, currency)} was taken back after a refund or a lost dispute.`
      : null;
  const because = sentence(reason) ?? takenBack;
  switch (state) {
    case "pending":
      return {
        label: available_at === null ? "On hold" : `On hold until ${atTime(available_at)}`,
        tone: "neutral",
        because,
      };
    case "available":
      return { label: "Available", tone: "good", because };
    case "in_payout":
      return { label: "In a payout", tone: "neutral", because };
    case "paid":
      return { label: "Paid", tone: "good", because };
    case "held":
      return { label: "Set aside", tone: "warn", because };
    case "void":
      return { label: "Earned nothing", tone: "neutral", because };
    default:
      return {
        label: "Taken back",
        tone: "bad",
        because: because ?? "The payment was returned to the buyer.",
      };
  }
}

export function tellPayout({ status, reason, payout }: OwnPayout): Told {
  if (status === "rejected") return { label: "Rejected", tone: "bad", because: reason };
  if (payout === null)
    return { label: "Requested", tone: "neutral", because: "We will review it and email you our decision." };
  switch (payout.status) {
    case "pending":
      return { label: "In review", tone: "neutral", because: null };
    case "approved":
      return { label: "Approved", tone: "good", because: "The next payout run sends it." };
    case "processing":
    case "reconciling":
      return {
        label: "On its way",
        tone: "neutral",
        because: "Sent to Stripe. Waiting for its confirmation.",
      };
    case "paid":
      return {
        label: payout.paid_at === null ? "Paid" : `Paid on ${day(payout.paid_at)}`,
        tone: "good",
        because:
          payout.reversed_cents > 0
            ? `${money(payout.reversed_cents)} of this payout was reversed and is back in your balance.`
            : null,
      };
    case "failed":
      return {
        label: "Failed",
        tone: "bad",
        because: payout.reason ?? "Stripe refused the transfer. The money is still yours.",
      };
    default:
      return {
        label: "Canceled",
        tone: "warn",
        because: payout.reason ?? "The money is back in your balance.",
      };
  }
}

export const isOpen = ({ status, payout }: OwnPayout): boolean =>
  status !== "rejected" && (payout === null || !["paid", "canceled"].includes(payout.status));
