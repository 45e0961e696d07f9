import { BRAND } from "../brand.ts";
import type { Instant } from "../instant.ts";
import { atTime } from "../words.ts";
import type { Explanation, LicenseCode, Warning } from "./standing.ts";

export type Situation = {
  code: LicenseCode;
  warning: Warning | null;
  graceEnds: Instant | null;
  retryAt: Instant | null;
  isOccupied: boolean;
  /** The computer's name. Null if the seat is free, and for everyone but the seat's owner and operators. */
  computerName: string | null;
  reason: "dispute" | "account" | "owner" | "refund" | null;
  /** Whether a new subscription revives the key. */
  isRenewable: boolean;
  /** True if another customer pays for the seat: its holder learns nothing about the bill. */
  isOfTeam?: boolean;
};

type Button = NonNullable<Explanation["button"]>;
const SEATS: Button = { label: "Open your seats", href: "/dashboard/seats" };
const BILLING: Button = { label: "Fix payment", href: "/dashboard/subscription/manage" };
const SUPPORT: Button = { label: "Contact support", href: `mailto:${BRAND.supportEmail}` };
const PLANS: Button = { label: "See the plans", href: "/checkout/subscription" };

type Words = Pick<Explanation, "sentence" | "cause" | "fix" | "button">;
const words = (sentence: string, cause: string, fix: string, button: Button | null): Words => ({
  sentence,
  cause,
  fix,
  button,
});

const holder = ({ computerName }: Situation): string =>
  computerName === null ? "Another computer" : `“${computerName}”`;

function valid({ warning, isOccupied, computerName, graceEnds }: Situation): Words {
  if (warning === "PAYMENT_PAST_DUE")
    return words(
      "This license works, but a payment is overdue.",
      "The last payment did not go through.",
      `Update your payment method before ${atTime(graceEnds ?? "")}, or the license stops then.`,
      BILLING,
    );
  if (!isOccupied)
    return words(
      "This license is ready for a computer.",
      "No computer has the seat.",
      "Open the application, choose Enter key and paste the key.",
      null,
    );
  return words(
    "This license works.",
    computerName === null ? "This computer has the seat." : `“${computerName}” has the seat.`,
    "Nothing needs fixing. If the app says otherwise, connect it to the internet once.",
    null,
  );
}

function suspended({ reason }: Situation): Words {
  if (reason === "dispute")
    return words(
      "This license is suspended.",
      "A bank opened a dispute over its payment.",
      "If the payment is yours, tell your bank, and write to us.",
      SUPPORT,
    );
  return words(
    "This license is suspended.",
    "The account that owns it is suspended.",
    "Write to us to find out why.",
    SUPPORT,
  );
}

/** Exhaustive, so that a new code does not compile without its explanation. */
const EXPLAIN: Readonly<Record<LicenseCode, (situation: Situation) => Words>> = {
  VALID: valid,
  EXPIRED: ({ isRenewable }) =>
    isRenewable
      ? words(
          "This license has ended.",
          "Its subscription is over.",
          "Subscribe again, and the same key works again.",
          PLANS,
        )
      : words(
          "This license has ended.",
          "Its fixed term is over.",
          "Choose a plan to get a new key, or ask us to extend this one.",
          PLANS,
        ),
  PAYMENT_REQUIRED: () =>
    words(
      "This license is waiting for a payment.",
      "A payment is overdue, and the grace period is over.",
      "Update your payment method, and the same key works again.",
      BILLING,
    ),
  SUSPENDED: suspended,
  REVOKED: ({ reason }) =>
    words(
      `This license ended with a ${reason === "dispute" ? "lost dispute" : "refund"}.`,
      reason === "dispute"
        ? "The bank decided a dispute about its payment against us."
        : "Its payment was refunded.",
      "You can buy again at any time. If this is a mistake, write to us.",
      PLANS,
    ),
  INACTIVE: () =>
    words(
      "This license was switched off.",
      "Our support team switched it off.",
      "Write to us to find out why.",
      SUPPORT,
    ),
  REPLACED: () =>
    words(
      "This license key was replaced by a new one.",
      "The owner or our support team replaced the key, and the old one ended for good.",
      "Enter the new key. Its owner finds it under Seats.",
      SEATS,
    ),
  SEAT_TAKEN: (situation) =>
    words(
      "This license is in use on another computer.",
      `${holder(situation)} has the seat, and a license works on one computer at a time.`,
      "Deactivate it there, or choose Swap Device under Seats. Then enter the key here.",
      SEATS,
    ),
  SWAP_LIMIT: (situation) =>
    words(
      "This license has no device changes left today.",
      situation.isOccupied
        ? `${holder(situation)} has the seat, and today's swaps are used up.`
        : "Another computer left the seat less than a day ago, and today's swaps are used up.",
      "Use the same computer as before, or try again after the daily reset.",
      SEATS,
    ),
  SEAT_BUSY: () =>
    words(
      "This license still runs on three other computers.",
      "Each of them has a lease that has not ended, and three is the limit.",
      "Wait until the first of them ends, ten minutes at most. Then try again.",
      null,
    ),
  FINGERPRINT_MISMATCH: () =>
    words(
      "This license is not active on this computer.",
      "The license works and its seat is free, but this computer has not taken it.",
      "Enter the key on this computer.",
      null,
    ),
  CLONE_SUSPECTED: () =>
    words(
      "This license was activated again since this installation last used it.",
      "The installation was copied or restored from a backup.",
      "Enter the key again on the computer that should have the seat.",
      null,
    ),
  INVALID_KEY: () =>
    words(
      "This is not a license key.",
      "A key has 25 letters and digits. At least one is wrong or missing, or there are too many.",
      "Copy the key from the Seats page and paste it.",
      SEATS,
    ),
  NOT_FOUND: () =>
    words(
      "This license key does not exist.",
      "We never issued a key with these characters, or we withdrew it.",
      "Compare it with the key on the Seats page.",
      SEATS,
    ),
  RATE_LIMITED: () =>
    words(
      "There were too many requests for this license key.",
      "A key may be checked 60 times a minute.",
      "Wait a minute, then try again.",
      null,
    ),
};

/** Whether the team's subscription is the cause. A suspended account or a switched-off key concerns one member. */
const isForTheTeam = ({ code, warning, reason, isOfTeam }: Situation): boolean =>
  isOfTeam === true &&
  (warning !== null ||
    code === "EXPIRED" ||
    code === "PAYMENT_REQUIRED" ||
    code === "REVOKED" ||
    (code === "SUSPENDED" && reason !== "account"));

function ofTeam({ code, warning }: Situation): Words {
  const ask = "Ask the person who pays for your team.";
  if (warning !== null)
    return words("This license works.", "The team's subscription must be renewed soon.", ask, null);
  return code === "EXPIRED" || code === "REVOKED"
    ? words("This license has ended.", "You were removed from the team, or the team has ended.", ask, PLANS)
    : words("Your team seat is not working.", "Your team's license is on hold.", ask, null);
}

/** Explains a license's state: the license client, the Seats page and the back office show the same words. */
export function explain(situation: Situation): Explanation {
  const { code, retryAt } = situation;
  const found = isForTheTeam(situation) ? ofTeam(situation) : EXPLAIN[code](situation);
  return { code, ...found, retry_at: retryAt };
}
