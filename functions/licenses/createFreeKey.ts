import { AppError } from "#shared/errors.ts";
import type { Instant } from "#shared/instant.ts";
import { createFreeKey } from "#shared/licenses/customer.ts";
import { readPlans } from "../catalog/index.ts";
import {
  createGrant,
  findFreeGrant,
  freeGrant,
  isSuspended,
  openRights,
  whileSuspended,
} from "../grants/index.ts";
import { accountSuspended, http } from "../http/index.ts";
import { countNetwork, FREE_KEYS_A_NETWORK } from "../limits/index.ts";
import { retryOnConflict, transact, type Write, WriteConflict } from "../platform/dynamo.ts";
import { newId, newLicenseKey } from "../platform/random.ts";
import { type Claim, claimMailbox, mailboxClaim } from "../users/index.ts";
import { licenseOf } from "./rules.ts";
import { createLicense } from "./table.ts";
import { trialFor } from "./trials/rules.ts";

const CLAIMED = "A free key was already created for this email address.";
const REMOVING =
  "We are still removing what was in this account before your password reset. Try again in a minute.";
const CONFIRM = "If you did not create it, confirm your address under Account and try again.";

/** Looks for an earlier key only after a conflict. Only one of several concurrent calls creates the key. */
export const handler = http(createFreeKey)(async ({ caller, now }) => {
  await countNetwork("freeKeys", caller.address, FREE_KEYS_A_NETWORK, now);
  const { normalisedEmail, emailConfirmed } = caller.user;
  const mailbox = { userId: caller.userId, normalisedEmail, emailConfirmed, now };
  const free = freeGrant(caller.userId, newLicenseKey(), now);
  return retryOnConflict(async () => {
    const { trial, whileNew } = await trialOf(caller.userId);
    const grant = trial.trial ? { ...free, hasTrial: true } : free;
    const license = { ...licenseOf(grant, newId(), now), ...trial };
    try {
      await transact([
        ...(await claimMailbox(mailbox)),
        createGrant(grant),
        createLicense(license),
        whileSuspended(caller.userId, false),
        ...whileNew,
      ]);
      return { licenseKey: grant.licenseKey };
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      return { licenseKey: await keyBefore(mailbox, caller.user.reclaimingSince, error) };
    }
  });
});

/**
 * Returns the account's existing key. A key from before the owner reclaimed the account belongs to an impostor.
 * customers/followChange soon removes that key, and then its claim on the address.
 * @throws an error for the customer, or `conflict` if a retry can succeed
 */
async function keyBefore(mailbox: Claim, reclaimingSince: Instant | null, conflict: WriteConflict) {
  const existing = await findFreeGrant(mailbox.userId);
  const isLeftOver = existing && reclaimingSince !== null && existing.createdAt < reclaimingSince;
  if (existing && !isLeftOver) return existing.licenseKey;
  if (await isSuspended(mailbox.userId)) throw accountSuspended();
  const claim = await mailboxClaim(mailbox);
  if (isLeftOver || (claim === "own" && reclaimingSince !== null)) throw new AppError("CONFLICT", REMOVING);
  // No other account has claimed the address, so a concurrent write caused the conflict. A retry can succeed.
  if (claim === "free" || claim === "own") throw conflict;
  throw new AppError("CONFLICT", claim === "claimed" ? CLAIMED : `${CLAIMED} ${CONFIRM}`);
}

type Trial = { trial: ReturnType<typeof trialFor>; whileNew: Write[] };

/**
 * The trial of a new key. Only accounts without any earlier grant get one: a previous buyer knows the paid features. A
 * purchase at the same time ends the trial or makes `whileNew` fail.
 */
async function trialOf(userId: string): Promise<Trial> {
  const { trialDays } = await readPlans();
  if (trialDays === 0) return { trial: {}, whileNew: [] };
  const { rights, reading } = await openRights(userId);
  const trial = trialFor(trialDays, rights.grants.length === 0, newId());
  return { trial, whileNew: trial.trial ? [reading.unchanged()] : [] };
}
