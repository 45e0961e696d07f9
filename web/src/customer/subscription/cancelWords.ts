import { fromEpochSeconds } from "#shared/instant.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { needsPayment, type Subscription, seatsOf } from "#shared/subscriptions/subscription.ts";
import { SAME_KEY, STAYS, STOPS } from "#shared/words.ts";
import { atTime } from "../../ui/format.ts";
import { keyOfSubscription } from "../standing/problems.ts";
import type { Standing } from "../standing/standing.ts";

/** A held key is suspended or switched off, so we collect nothing for it. */
export type KeyNow = "works" | "held" | "stopped";

export function keyNow(standing: Pick<Standing, "problems">, seats: readonly Seat[] | null): KeyNow {
  if (standing.problems.some(({ kind }) => kind === "suspended")) return "held";
  const code = keyOfSubscription({ seats })?.code;
  if (code === "SUSPENDED" || code === "INACTIVE") return "held";
  return code === "VALID" ? "works" : "stopped";
}

/** What a cancellation does, before the customer confirms it. @param grace when a key with an overdue payment stops */
export function cancelWords(subscription: Subscription, key: KeyNow, grace: string | null = null): string {
  const isOwed = needsPayment(subscription.subscription_status);
  const stops = key === "works" && !isOwed ? ` ${STOPS}` : "";
  return `${endWords(subscription, key, grace)}${stops} ${STAYS}${key === "held" ? "" : ` ${SAME_KEY}`}`;
}

function endWords(subscription: Subscription, key: KeyNow, grace: string | null): string {
  const end = atTime(fromEpochSeconds(subscription.current_period_end));
  if (key !== "held" && subscription.renewal_pending)
    return seatsOf(subscription) > 1
      ? "Nothing is charged. You and your team lose access now."
      : "Nothing is charged, and your access ends now.";
  if (key !== "held" && needsPayment(subscription.subscription_status))
    return `${
      key === "works" && grace !== null
        ? `Your license works until ${atTime(grace)}.`
        : "Your license has already stopped."
    } The overdue amount is still due: once it is paid, the license works until your subscription ends on ${end}. After that you are not charged again.`;
  return key === "works"
    ? `Everything keeps working until ${end}, and we do not charge you again.`
    : `Your subscription ends on ${end}, and you are not charged again.`;
}
