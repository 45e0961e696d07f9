import { AppError } from "#shared/errors.ts";
import { nextUtcMidnight } from "#shared/instant.ts";
import { explain, type Situation } from "#shared/licenses/explain.ts";
import { isSameComputer, mayReplace } from "#shared/licenses/fingerprint.ts";
import type { License } from "#shared/licenses/license.ts";
import {
  type Explanation,
  graceEnd,
  LICENSE_CODES,
  type LicenseCode,
  standing,
} from "#shared/licenses/standing.ts";
import { activateDevice, swapsToday } from "./devices/rules.ts";

/** The computer that asks. The answer must not reveal the owner's other computers. */
export type Asking = { fingerprint: string; activationId?: string | undefined };

type Verdict = Pick<Situation, "code" | "retryAt">;
const at = (code: LicenseCode, retryAt: string | null = null): Verdict => ({ code, retryAt });

/** The explanation if there is no license to show. It reveals nothing about the key. */
export const explainKey = (code: "INVALID_KEY" | "NOT_FOUND" | "REPLACED"): Explanation =>
  explain({
    ...at(code),
    warning: null,
    graceEnds: null,
    isOccupied: false,
    computerName: null,
    reason: null,
    isRenewable: false,
  });

export function explainTo(license: License, asking: Asking, now: Date): Explanation {
  return explain({ ...known(license, now), computerName: null, ...verdictFor(license, asking, now) });
}

/** For the owner and operators: explains the seat, whatever computer they use. */
export function explainSeat(license: License, now: Date): Explanation {
  const { code } = standing(license.entitlement, now);
  const computerName = license.device?.computerName ?? null;
  return explain({ ...known(license, now), computerName, ...at(code) });
}

function known({ entitlement, device, source }: License, now: Date) {
  const { suspensions, revocations, pastDueSince } = entitlement;
  const [suspension] = suspensions.filter((reason) => reason !== "payment");
  return {
    warning: standing(entitlement, now).warning,
    graceEnds: pastDueSince === null ? null : graceEnd(pastDueSince),
    isOccupied: device !== null,
    // After a refund that ended the subscription and then failed, `ended` is false: the license has an end date, and a
    // new subscription does not revive its key.
    isRenewable: source === "subscription" && entitlement.ended,
    isOfTeam: source === "team",
    reason: revocations[0] ?? suspension ?? null,
  };
}

function verdictFor(license: License, { fingerprint, activationId }: Asking, now: Date): Verdict {
  const { code } = standing(license.entitlement, now);
  if (code !== "VALID") return at(code);
  const { device } = license;
  if (device === null) return verdictOfArrival(license, fingerprint, now);
  const isLatest = activationId === device.activationId;
  // Clients before version 1 made up a fingerprint. The same activation replaces that fingerprint at its next refresh.
  const isUpdated = isLatest && mayReplace(device.fingerprint, fingerprint);
  if (!isUpdated && !isSameComputer(device.fingerprint, fingerprint))
    return swapsToday(license, now) < license.maxDailySwaps
      ? at("SEAT_TAKEN")
      : at("SWAP_LIMIT", nextUtcMidnight(now));
  return at(activationId === undefined || isLatest ? "VALID" : "CLONE_SUSPECTED");
}

function verdictOfArrival(license: License, fingerprint: string, now: Date): Verdict {
  const nobody = {
    activationId: "",
    secretHash: "",
    computerName: "",
    os: "",
    appVersion: "",
    ipAddress: null,
  };
  try {
    activateDevice(license, { ...nobody, fingerprint, activatedAt: now.toISOString() }, now);
    return at("FINGERPRINT_MISMATCH");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const code = LICENSE_CODES.find((one) => one === error.code);
    if (code === undefined) throw error;
    const { retry_at, next_reset_utc } = error.details ?? {};
    return at(code, readInstant(retry_at) ?? readInstant(next_reset_utc));
  }
}

const readInstant = (value: unknown): string | null => (typeof value === "string" ? value : null);
