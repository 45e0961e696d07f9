import type { Time } from "./clock.ts";
import type { Entitlements } from "./entitlements.ts";
import type { Read } from "./store.ts";
import type { Lease } from "./trust.ts";
import type { Tier } from "./wire.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Warns this long before the license or the lease ends. */
const WARN_BEFORE = 3 * DAY;

/** The button to show. */
export type Action = "enter-key" | "connect" | "renew" | "pay" | "contact-support" | "free-disk";

type Common = {
  title: string;
  message: string;
  action: Action | null;
  tier: Tier | null;
  entitlements: Entitlements | null;
  /** The computer works without the service until then. */
  leaseEndsAt: Date | null;
};

type NeedsKey = "not-activated" | "moved" | "copied" | "replaced" | "offline-ended" | "unknown-key";

/** Only `active` allows new work. */
export type LicenseState = Common &
  (
    | { name: "active"; warning: "offline" | "payment" | "ending" | "disk" | null }
    | { name: "needs-key"; reason: NeedsKey }
    /** One successful call makes the license active again. */
    | { name: "needs-connection"; reason: "lease-ended" | "clock" | "changed" }
    /** A call makes the license active again once the cause is gone. */
    | { name: "refused"; reason: "EXPIRED" | "PAYMENT_REQUIRED" | "SUSPENDED" | "REVOKED" | "INACTIVE" }
    /** The disk failed, but nothing is lost. */
    | { name: "needs-disk"; reason: "read" | "write" }
  );

type Text = readonly [title: string, message: string, action: Action | null];

const RENEW_OFFLINE = "Get a new offline license under Seats, or enter your key online.";

const REFUSED = {
  EXPIRED: ["License ended", "This license has ended. Your account says how to continue.", "renew"],
  PAYMENT_REQUIRED: ["Payment overdue", "The license works again once its buyer has paid.", "pay"],
  SUSPENDED: ["License suspended", "Contact support to find out why.", "contact-support"],
  REVOKED: ["License ended", "The payment was refunded or lost in a dispute.", "contact-support"],
  INACTIVE: ["License switched off", "Contact support to find out why.", "contact-support"],
} as const satisfies Record<string, Text>;

const KEY_NEEDED = {
  "not-activated": ["Enter your license key", "Activation needs the internet for a moment.", "enter-key"],
  moved: ["Activate this computer again", "Your license is no longer active on this computer.", "enter-key"],
  copied: [
    "Activate this computer again",
    "This installation was copied, and the copy is in use. Enter your key to continue here.",
    "enter-key",
  ],
  replaced: [
    "Enter your new license key",
    "Your license key was replaced. Find the new one under Seats in your account.",
    "enter-key",
  ],
  "offline-ended": ["Offline license ended", RENEW_OFFLINE, "enter-key"],
  "unknown-key": ["Enter another license key", "This key no longer exists.", "enter-key"],
} as const satisfies Record<string, Text>;

const CONNECTION_NEEDED = {
  "lease-ended": [
    "Connect to the internet once",
    "This computer has been offline for a while. Connect once to continue.",
    "connect",
  ],
  clock: [
    "Check this computer's clock",
    "The clock was set back. Correct it, or connect to the internet once.",
    "connect",
  ],
  changed: [
    "Connect to the internet once",
    "The stored license was changed or comes from another computer. Connect once to check it.",
    "connect",
  ],
} as const satisfies Record<string, Text>;

/** For a computer without internet, which needs a new answer file. */
const CLOCK_OFFLINE = [
  "Check this computer's clock",
  "The clock was set back. Correct it, or get a new offline license under Seats.",
  "enter-key",
] as const satisfies Text;

const DISK_NEEDED = {
  read: ["The license can't be read", "Check the disk and your permissions, then try again.", "free-disk"],
  write: ["The license can't be saved", "Free some disk space, then try again.", "free-disk"],
} as const satisfies Record<string, Text>;

/** Codes that end the activation on this computer. */
const LOST = {
  SEAT_TAKEN: "moved",
  FINGERPRINT_MISMATCH: "moved",
  CLONE_SUSPECTED: "copied",
  REPLACED: "replaced",
  NOT_FOUND: "unknown-key",
  INVALID_KEY: "unknown-key",
} as const;

/** Whether a code is about the license itself, not about the call. */
export const isAboutLicense = (code: string): boolean => isKeyOf(REFUSED, code) || endsActivation(code);

/** Whether the user must enter the key again. */
export const endsActivation = (code: string): boolean => isKeyOf(LOST, code);

function isKeyOf<T extends object>(table: T, key: string | null): key is Extract<keyof T, string> {
  return key !== null && Object.hasOwn(table, key);
}

export type Known = Read & { lease: Lease | undefined; time: Time; diskFault: "read" | "write" | null };

/** Derives the state from stored data, without network or disk. */
export function stateOf({ kept, isGenuine, lease, time, diskFault }: Known): LicenseState {
  const common = {
    tier: lease?.tier ?? null,
    entitlements: lease?.entitlements ?? null,
    leaseEndsAt: lease === undefined ? null : new Date(lease.endsAt),
  };
  const say = ([title, message, action]: Text) => ({ ...common, title, message, action });
  const connect = (reason: keyof typeof CONNECTION_NEEDED): LicenseState => ({
    name: "needs-connection",
    reason,
    ...say(reason === "clock" && kept.refreshSecret === null ? CLOCK_OFFLINE : CONNECTION_NEEDED[reason]),
  });

  if (diskFault === "read") return { name: "needs-disk", reason: "read", ...say(DISK_NEEDED.read) };
  if (isKeyOf(REFUSED, kept.refusal))
    return { name: "refused", reason: kept.refusal, ...say(REFUSED[kept.refusal]) };
  const needsKey = (reason: NeedsKey): LicenseState => ({
    name: "needs-key",
    reason,
    ...say(KEY_NEEDED[reason]),
  });
  // A lease from an answer file has no refresh secret.
  if (kept.activationId === null || (kept.refreshSecret ?? kept.lease) === null)
    return needsKey(isKeyOf(LOST, kept.refusal) ? LOST[kept.refusal] : "not-activated");
  if (!isGenuine || lease === undefined || lease.seat !== kept.seat) return connect("changed");
  if (time.wasSetBack || lease.issuedAt > time.now + DAY) return connect("clock");
  if (lease.endsAt <= time.now) {
    if (diskFault === "write") return { name: "needs-disk", reason: "write", ...say(DISK_NEEDED.write) };
    return kept.refreshSecret === null ? needsKey("offline-ended") : connect("lease-ended");
  }
  return { name: "active", ...warningOf({ kept, lease, time, diskFault }), ...common };
}

function warningOf({ kept, lease, time, diskFault }: Omit<Known, "isGenuine"> & { lease: Lease }) {
  const say = (
    warning: "offline" | "payment" | "ending" | "disk" | null,
    title: string,
    message: string,
    action: Action | null,
  ) => ({ warning, title, message, action });
  if (kept.warning === "PAYMENT_PAST_DUE")
    return say(
      "payment",
      "Payment failed",
      "To keep the license working, its buyer can update the payment method.",
      "pay",
    );
  const left = Date.parse(kept.expiresAt ?? "") - time.now;
  if (left <= WARN_BEFORE)
    return say("ending", `License ends in ${inWords(left)}`, "Your account says how to continue.", "renew");
  if (diskFault === "write")
    return say("disk", "The license can't be saved", "Free some disk space.", "free-disk");
  // A first lease lasts only a day. Its end is no reason to warn while the service answers.
  const offline = lease.endsAt - time.now;
  if (!kept.isOnline && offline <= WARN_BEFORE)
    return say(
      "offline",
      `Connect within ${inWords(offline)}`,
      kept.refreshSecret === null ? RENEW_OFFLINE : "Connect to the internet once to keep working.",
      "connect",
    );
  return say(null, "License active", "Your license is valid.", null);
}

function inWords(milliseconds: number): string {
  const hours = Math.max(1, Math.floor(milliseconds / HOUR));
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours === 1 ? "1 hour" : `${hours} hours`;
}
