import { PLAN_ENTITLEMENTS, type PlanEntitlements } from "#shared/catalog/catalog.ts";
import { DAY, type Instant, SECOND, toEpochSeconds } from "#shared/instant.ts";
import type { KeyExtras, LeaseEntitlements } from "#shared/licenses/entitlements.ts";
import type { License } from "#shared/licenses/license.ts";

/** The entitlements in a license's leases: the plan's, and the operator's additions to the key. */
export function entitlementsOf(
  { source, extras, assignedAt }: Pick<License, "source" | "extras" | "assignedAt">,
  plan: PlanEntitlements = PLAN_ENTITLEMENTS[source],
): LeaseEntitlements {
  return {
    features: [...new Set([...plan.features, ...(extras?.features ?? [])])],
    coveredVersion: extras?.coveredVersion ?? plan.coveredVersion,
    coveredUntil: extras?.coveredUntil
      ? toEpochSeconds(extras.coveredUntil)
      : coveredUntil(plan.coveredDays, assignedAt),
    metadata: { ...plan.metadata, ...extras?.metadata },
  };
}

function coveredUntil(days: number | null, assignedAt: Instant): number | null {
  return days === null ? null : Math.floor((Date.parse(assignedAt) + days * DAY) / SECOND);
}

/** Sets the operator's additions without duplicates, or null if there are none. */
export function withExtras(license: License, extras: KeyExtras): License {
  const { coveredVersion, coveredUntil, metadata, isTrusted = false } = extras;
  const features = [...new Set(extras.features)];
  const isEmpty =
    features.length + Object.keys(metadata).length === 0 &&
    coveredVersion === null &&
    coveredUntil === null &&
    !isTrusted;
  return {
    ...license,
    extras: isEmpty ? null : { ...extras, features },
    version: license.version + 1,
  };
}
