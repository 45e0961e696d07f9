import { AppError } from "#shared/errors.ts";
import { SECOND } from "#shared/instant.ts";
import { isSameComputer } from "#shared/licenses/fingerprint.ts";
import type { License } from "#shared/licenses/license.ts";
import { POLL_INTERVAL, SIGN_IN_LASTS, SLOW_DOWN } from "#shared/licenses/signIn.ts";
import type { SignIn } from "#shared/licenses/signInRow.ts";
import { swapDevice, swapLimit } from "../devices/rules.ts";
import { explainTo } from "../explainingRules.ts";
import { tierOf } from "../trials/rules.ts";

type Asking = Pick<
  SignIn,
  "userCode" | "secretHash" | "fingerprint" | "computerName" | "os" | "appVersion" | "address" | "country"
>;

export function newSignIn(asking: Asking, now: Date): SignIn {
  return {
    ...asking,
    requestedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + SIGN_IN_LASTS).toISOString(),
    interval: POLL_INTERVAL,
    polledAt: null,
    answer: null,
    version: 1,
  };
}

const isOver = ({ expiresAt }: SignIn, now: Date): boolean => Date.parse(expiresAt) <= now.getTime();

type Polled = {
  status: "pending" | "slow_down" | "denied" | "expired" | "approved";
  /** The request after this poll; the same object if nothing changes. */
  after: SignIn;
};

export function poll(signIn: SignIn, now: Date): Polled {
  if (isOver(signIn, now)) return { status: "expired", after: signIn };
  if (signIn.answer !== null)
    return { status: signIn.answer.licenseKey === null ? "denied" : "approved", after: signIn };
  const since = now.getTime() - Date.parse(signIn.polledAt ?? signIn.requestedAt);
  // Tolerates a second of clock difference and latency.
  const isEarly = signIn.polledAt !== null && since < signIn.interval - SECOND;
  return {
    status: isEarly ? "slow_down" : "pending",
    after: {
      ...signIn,
      polledAt: now.toISOString(),
      interval: signIn.interval + (isEarly ? SLOW_DOWN : 0),
      version: signIn.version + 1,
    },
  };
}

export const unknownCode = () =>
  new AppError(
    "NOT_FOUND",
    "This code is wrong or has expired. Start again in the application to get a new one.",
    {
      field: "code",
    },
  );

/** @throws NOT_FOUND if the request has expired or was answered */
export function requireOpen(signIn: SignIn | undefined, now: Date): SignIn {
  if (signIn === undefined || isOver(signIn, now) || signIn.answer !== null) throw unknownCode();
  return signIn;
}

/**
 * Returns the same object if the same person has already given this answer.
 * @param licenseKey null denies the computer
 * @throws NOT_FOUND if the request has expired or was answered differently
 */
export function answered(
  signIn: SignIn | undefined,
  userId: string,
  licenseKey: string | null,
  now: Date,
): SignIn {
  if (signIn?.answer?.userId === userId && signIn.answer.licenseKey === licenseKey && !isOver(signIn, now))
    return signIn;
  const open = requireOpen(signIn, now);
  return { ...open, answer: { userId, licenseKey }, version: open.version + 1 };
}

/** @throws the code that explains a refusal */
export function seatFor(license: License, { fingerprint }: SignIn, swap: boolean, now: Date): License {
  const isOther = license.device !== null && !isSameComputer(license.device.fingerprint, fingerprint);
  const after = isOther && swap ? swapDevice(license, now) : license;
  const { code, sentence, fix } = explainTo(after, { fingerprint }, now);
  if (code === "VALID" || code === "FINGERPRINT_MISMATCH") return after;
  throw new AppError(code, `${sentence} ${fix}`);
}

export function toRequest(signIn: SignIn, licenses: readonly License[], now: Date) {
  const choices = licenses.map((license) => choiceOf(license, signIn, now));
  const rank = (choice: (typeof choices)[number]) =>
    (choice.problem === null ? 0 : 4) + (choice.replaces === null ? 0 : 2) + (choice.tier === "pro" ? 0 : 1);
  return {
    code: signIn.userCode,
    computer_name: signIn.computerName,
    os: signIn.os,
    app_version: signIn.appVersion,
    ip_address: signIn.address,
    country: signIn.country,
    requested_at: signIn.requestedAt,
    expires_at: signIn.expiresAt,
    choices: choices.sort((one, other) => rank(one) - rank(other)),
  };
}

function choiceOf(license: License, { fingerprint }: SignIn, now: Date) {
  const { device, licenseKey, name } = license;
  const isOther = device !== null && !isSameComputer(device.fingerprint, fingerprint);
  const explanation = explainTo(license, { fingerprint }, now);
  const { swap_count_today, max_daily_swaps } = swapLimit(license, now);
  return {
    licenseKey,
    name: name ?? device?.computerName ?? null,
    tier: tierOf(license, now),
    replaces: isOther ? device.computerName : null,
    swaps_left: Math.max(0, max_daily_swaps - swap_count_today),
    problem: ["VALID", "FINGERPRINT_MISMATCH", "SEAT_TAKEN"].includes(explanation.code) ? null : explanation,
  };
}
