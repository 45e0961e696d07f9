import { EMAIL_CODE_LASTS } from "#shared/accounts/emailCode.ts";
import { AppError } from "#shared/errors.ts";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { inMinutes } from "#shared/words.ts";
import { codeMailId } from "../../accounts/index.ts";
import type { Account } from "../../http/index.ts";
import { stateOfMail } from "../../mail/index.ts";
import type { Write } from "../../platform/dynamo.ts";
import {
  heldElsewhere,
  isPlenty,
  isScarce,
  type Units,
  unitsOf,
  unpaidOf,
  type Wanted,
  waitsUntil,
} from "../../promotions/index.ts";

/** If a code's mail takes longer, the sale continues without a confirmed address. */
const CODE_ARRIVES_WITHIN = 2 * MINUTE;

type Admitted = { unpaid: number; writes: Write[] };

/**
 * Checks that a buyer may hold a unit: a confirmed address, one unit per person, and no repeated holds while units are
 * scarce.
 * @throws UNPROVEN, CONFLICT while another account of the person holds a unit, RATE_LIMITED with the seconds to wait
 */
export async function admit(user: Account, offer: Units & Wanted, now: Date): Promise<Admitted> {
  await requireProof(user, offer, now);
  const { held, isHeldElsewhere, writes } = await unitsOf(user, now);
  if (isHeldElsewhere) throw heldElsewhere();
  const wait = Math.max(...held.map((one) => waitsUntil(one, now))) - now.getTime();
  if (wait > 0 && isScarce(offer, now))
    throw new AppError(
      "RATE_LIMITED",
      `Your last reservations ended without a payment, and other people want a unit. Try again in ${inMinutes(wait)}.`,
      { details: { retry_after_seconds: Math.ceil(wait / SECOND) } },
    );
  return { unpaid: Math.max(...held.map((one) => unpaidOf(one, now))), writes };
}

/** @throws UNPROVEN if few units are left and the address is unconfirmed, unless our mail with a code is late */
export async function requireProof(user: Account, offer: Units, now: Date): Promise<void> {
  if (user.emailConfirmed || isPlenty(offer) || (await isCodeLate(user, now))) return;
  throw new AppError("UNPROVEN", "Confirm your email address, so that we can hold this for you.");
}

/** Whether our own mail with a requested code is late. A mail that another server refused does not count. */
async function isCodeLate({ userId, emailCode }: Account, now: Date): Promise<boolean> {
  const asked = emailCode?.sentAt.find((at) => now.getTime() - Date.parse(at) < EMAIL_CODE_LASTS);
  if (asked === undefined) return false;
  const due = Date.parse(asked) + CODE_ARRIVES_WITHIN;
  if (now.getTime() < due) return false;
  const mail = await stateOfMail(codeMailId(userId, asked));
  if (mail === undefined || mail.status === "sending" || mail.status === "expired") return true;
  return mail.status === "sent" && Date.parse(mail.at) > due;
}
