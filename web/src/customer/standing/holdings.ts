import type { Seat } from "#shared/licenses/seat.ts";
import { isOngoing, type Subscription } from "#shared/subscriptions/subscription.ts";
import type { Billing } from "../subscription/billing.ts";

export function runningOf({ subscription }: Billing): Subscription | null {
  return subscription !== null && isOngoing(subscription.subscription_status) ? subscription : null;
}

export const isPaid = ({ source }: Seat): boolean => source !== "free";
const works = ({ code }: Seat): boolean => code === "VALID";
export const hasEnded = ({ code }: Pick<Seat, "code">): boolean => code === "EXPIRED" || code === "REVOKED";

const RANK: readonly Seat["source"][] = ["lifetime", "subscription", "team", "manual", "free"];
const byRank = (one: Seat, other: Seat): number => RANK.indexOf(one.source) - RANK.indexOf(other.source);

/** The most relevant key. In order: working paid, blocked paid, working free, ended paid, other free. */
export function mainSeat(seats: readonly Seat[]): Seat | null {
  const paid = seats.filter(isPaid);
  const best = paid.toSorted(byRank);
  const free = seats.filter((seat) => !isPaid(seat));
  const [main] = [
    ...best.filter(works),
    ...best.filter((seat) => !works(seat) && !hasEnded(seat)),
    ...free.filter(works),
    ...paid.filter(hasEnded),
    ...free,
  ];
  return main ?? null;
}
