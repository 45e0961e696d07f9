import type { Membership } from "#shared/customers/userRow.ts";
import type { Grant } from "#shared/grants/grant.ts";
import type { Instant } from "#shared/instant.ts";
import { type Entitlement, PAST_DUE_GRACE, standing } from "#shared/licenses/standing.ts";
import { shownStatus } from "#shared/subscriptions/subscription.ts";

/** Ignores the account's suspension, which the list shows separately. */
const isLive = ({ entitlement }: Grant, now: Date): boolean => {
  const suspensions = entitlement.suspensions.filter((reason) => reason !== "account");
  return standing({ ...entitlement, suspensions }, now).code === "VALID";
};

export function membershipOf(grants: readonly Grant[], now: Date): Membership {
  const live = grants.filter((grant) => isLive(grant, now));
  const isTrial = (grant: Grant) =>
    grant.source === "free" ||
    (grant.subscription !== null && shownStatus(grant.subscription) === "trialing");
  if (live.some((grant) => !isTrial(grant))) return "active";
  if (live.length > 0) return "trial";
  return grants.length > 0 ? "expired" : "inactive";
}

/** When the user's last license ended; undefined while a license is valid, and for a user who had none. */
export function leftAt(grants: readonly Grant[], now: Date): Instant | undefined {
  if (grants.length === 0 || grants.some((grant) => isLive(grant, now))) return undefined;
  return grants.map(endOf).sort().at(-1);
}

/** When the grant ended: by time, or with the last write, whichever came first. */
function endOf(grant: Grant): Instant {
  const { updatedAt } = grant;
  const [first] = endsByTime(grant.entitlement).sort();
  if (first === undefined) return updatedAt;
  return first < updatedAt || isLive(grant, new Date(updatedAt)) ? first : updatedAt;
}

/** When the grant stops working without a write: at its end, or at the end of a grace period. */
function endsByTime({ expiresAt, pastDueSince }: Entitlement): Instant[] {
  return [
    ...(expiresAt === null ? [] : [expiresAt]),
    ...(pastDueSince === null ? [] : [new Date(Date.parse(pastDueSince) + PAST_DUE_GRACE).toISOString()]),
  ];
}

/** The next instant at which one of the entitlements stops working without a write. */
export function nextEnd(entitlements: readonly Entitlement[], now: Date): Instant | undefined {
  return entitlements
    .flatMap(endsByTime)
    .filter((end) => Date.parse(end) > now.getTime())
    .sort()[0];
}
