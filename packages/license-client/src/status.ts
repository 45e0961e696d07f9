import { trustedNow, wasTurnedBack } from "./clock.ts";
import type { Lease } from "./lease.ts";
import type { State } from "./state.ts";
import type { Tier } from "./wire.ts";

const DAY = 24 * 60 * 60_000;
/** People get this long to reconnect, to renew, to ask. */
const WARN_BEFORE = 3 * DAY;

export type Reason =
  /** No key was entered yet, or the computer has left its seat. */
  | "NOT_ACTIVATED"
  | "LEASE_ENDED"
  | "CLOCK_TURNED_BACK"
  /** The service's own codes: EXPIRED, SEAT_TAKEN, … */
  | (string & {});

export type Status = {
  /** Whether new work may begin. Work that runs is never stopped. */
  mayStart: boolean;
  /** null while all is well. */
  reason: Reason | null;
  /** One or two sentences for the person in front of the computer. */
  message: string;
  /** Something to tell although work may begin; null: nothing. */
  warning: string | null;
  tier: Tier | null;
  /** Until when it works without the service; null without a lease. */
  leaseEndsAt: Date | null;
};

/** What holds right now, from what is kept alone: no network. */
export function judge(state: State, lease: Lease | undefined, localNow: number): Status {
  const now = trustedNow(state.clock, localNow);
  const known = { tier: lease?.tier ?? null, leaseEndsAt: lease ? new Date(lease.endsAt) : null };
  const no = (reason: Reason, message: string): Status => ({
    ...known,
    mayStart: false,
    reason,
    message,
    warning: null,
  });
  if (state.refusal) return no(state.refusal.code, state.refusal.message);
  if (!state.activationId || !lease)
    return no("NOT_ACTIVATED", "Enter your licence key to begin. It takes one moment online.");
  if (wasTurnedBack(state.clock, localNow))
    return no(
      "CLOCK_TURNED_BACK",
      "This computer's clock was set back. Connect to the internet once, or correct the clock.",
    );
  if (lease.endsAt <= now)
    return no(
      "LEASE_ENDED",
      "It has been a while since this computer was online. Connect to the internet once to go on.",
    );
  return {
    ...known,
    mayStart: true,
    reason: null,
    message: "This licence is valid.",
    warning: warningOf(state, lease, now),
  };
}

function warningOf(state: State, lease: Lease, now: number): string | null {
  if (state.warning === "PAYMENT_PAST_DUE")
    return "Your last payment did not go through. Update your payment method to keep working.";
  const ends = Date.parse(state.expiresAt ?? "");
  if (ends - now <= WARN_BEFORE) return `Your licence ends in ${inWords(ends - now)}.`;
  // A young activation has leases of a day: as long as it is online that is nothing to worry about.
  if (!state.isOnline && lease.endsAt - now <= WARN_BEFORE)
    return `Please connect to the internet within ${inWords(lease.endsAt - now)}, so that work can go on.`;
  return null;
}

function inWords(milliseconds: number): string {
  const hours = Math.max(1, Math.floor(milliseconds / (60 * 60_000)));
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours === 1 ? "1 hour" : `${hours} hours`;
}
