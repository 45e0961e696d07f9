import { AppError } from "#shared/errors.ts";
import type { License } from "#shared/licenses/license.ts";
import { LICENSE_MESSAGES, standing } from "#shared/licenses/standing.ts";
import { env } from "../../platform/env.ts";
import { signLease } from "../../platform/leases.ts";
import { leaseClaims } from "../leaseRules.ts";
import { refusalOf } from "../trials/rules.ts";

export async function answerWithLease(license: License, refreshSecret: string, now: Date) {
  const { device, entitlement } = license;
  if (!device?.leaseEndsAt) throw new AppError("INTERNAL_ERROR", "The seat has no lease to sign");
  const { leaseEndsAt } = device;
  const claims = leaseClaims(license, device, leaseEndsAt, env("LICENSE_ISSUER"), now);
  return {
    code: "VALID" as const,
    message: refusalOf(license, now) ?? LICENSE_MESSAGES.VALID,
    warning: standing(entitlement, now).warning,
    serverTime: now.toISOString(),
    activationId: device.activationId,
    refreshSecret,
    lease: await signLease(claims),
    leaseEndsAt,
    tier: claims.tier,
    expiresAt: entitlement.expiresAt,
  };
}
