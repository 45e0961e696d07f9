import type { GrantView } from "#shared/customers/userRow.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import { standing } from "#shared/licenses/standing.ts";
import { endsAt } from "#shared/subscriptions/subscription.ts";
import { isFinal } from "../grants/index.ts";

export function toGrantView(grant: Grant, now: Date): GrantView {
  const { entitlement, subscription } = grant;
  return {
    id: grant.id,
    source: grant.source,
    tier: entitlement.tier,
    ...standing(entitlement, now),
    reasons: [...entitlement.suspensions, ...entitlement.revocations],
    licenseKey: maskKey(grant.licenseKey),
    expires_at: entitlement.expiresAt,
    subscription_id: subscription?.subscription_id ?? null,
    subscription_status: subscription?.subscription_status ?? null,
    current_period_end: subscription?.current_period_end ?? null,
    ends_at: subscription && endsAt(subscription),
    ...(isFinal([grant]) && { is_final: true as const }),
    ...(subscription?.renewal_pending && { renewal_pending: true as const }),
    ...(subscription?.plan && { plan: subscription.plan }),
    ...(grant.team && { team_owner: grant.team.ownerId }),
    ...(subscription?.quantity && { quantity: subscription.quantity }),
    ...(subscription?.next_plan && { next_plan: subscription.next_plan }),
    ...(subscription?.left_because && { left_because: subscription.left_because }),
    created_at: grant.createdAt,
  };
}
