import type { Membership } from "#shared/customers/userRow.ts";
import type { Grant } from "#shared/grants/grant.ts";
import type { Instant } from "#shared/instant.ts";
import { type Entitlement, PAST_DUE_GRACE, standing } from "#shared/licenses/standing.ts";
import { shownStatus } from "#shared/subscriptions/subscription.ts";

/** A suspension of the account is another fact: the list shows it beside the membership. */
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

/** When the last license ended of a user who has none left. */
export function leftAt(grants: readonly Grant[], now: Date): Instant | undefined {
  if (grants.length === 0 || grants.some((grant) => isLive(grant, now))) return undefined;
  return grants.map(endOf).sort().at(-1);
}

/** By time where it had come to that before, or nothing else ended it; by whatever was written last otherwise. */
function endOf(grant: Grant): Instant {
  const { updatedAt } = grant;
  const [first] = endsByTime(grant.entitlement).sort();
  if (first === undefined) return updatedAt;
  return first < updatedAt || isLive(grant, new Date(updatedAt)) ? first : updatedAt;
}

/** When something will be, or has been, worth less without a write: its end, the end of a grace. */
function endsByTime({ expiresAt, pastDueSince }: Entitlement): Instant[] {
  return [
    ...(expiresAt === null ? [] : [expiresAt]),
    ...(pastDueSince === null ? [] : [new Date(Date.parse(pastDueSince) + PAST_DUE_GRACE).toISOString()]),
  ];
}

/** When time alone will make the next of these worth less. */
export function nextEnd(entitlements: readonly Entitlement[], now: Date): Instant | undefined {
  return entitlements
    .flatMap(endsByTime)
    .filter((end) => Date.parse(end) > now.getTime())
    .sort()[0];
}
