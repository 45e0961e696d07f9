import type { ReactElement } from "react";
import { fromEpochSeconds } from "#shared/instant.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { atTime } from "../../../ui/format.ts";
import type { ForSale, Order } from "../order.ts";

export function EndingSubscription({ order: { data, credit } }: { order: Order }): ReactElement | null {
  if (data.buyer !== "subscribed") return null;
  return (
    <Banner tone="neutral" className="mt-6">
      {credit === null
        ? endOfSubscription(data)
        : "Once you own the lifetime license, your subscription ends, and its unused days come off the price. Your license key stays the same."}
    </Banner>
  );
}

const endOfSubscription = ({ endsNow, otherSeatsEnd: end }: ForSale): string =>
  `Once you own the lifetime license, your subscription ${
    endsNow
      ? "ends at once, and its open payment is no longer due"
      : "stops renewing and ends when its paid period ends"
  }.${end === null ? "" : afterTeam(endsNow ? "at once, too" : `on ${atTime(fromEpochSeconds(end))}`)}`;

/** The owner of a lifetime license cannot buy seats, so their team ends with the subscription. */
const afterTeam = (when: string): string =>
  ` The license keys of your other seats end ${when}. To keep a team, buy seats with another account: an account with a lifetime license can't buy seats.`;

export function CodeReplacesCredit({ order: { data } }: { order: Order }): ReactElement | null {
  if (!data.takesDiscounts || data.credit === null) return null;
  return (
    <p className="mt-2 text-xs text-quiet">
      A discount code replaces the credit for unused days. Your subscription then runs until its paid period
      ends.
    </p>
  );
}

export const creditOf = ({ credit }: Order) =>
  credit && { name: "Unused days of your subscription", cents: credit.cents };
