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
const CONFIRM = "If it was not yours, confirm your address under Account and try again.";

/** Write first and ask afterwards: of any number of calls at once one makes the key, the others read it. */
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
 * The key that the account has already. What is older than a reclaim is a stranger's, and customers/followChange is about
 * to remove it: first the key, then its claim.
 * @throws the conflict, where another attempt may succeed
 */
async function keyBefore(mailbox: Claim, reclaimingSince: Instant | null, conflict: WriteConflict) {
  const existing = await findFreeGrant(mailbox.userId);
  const isLeftOver = existing && reclaimingSince !== null && existing.createdAt < reclaimingSince;
  if (existing && !isLeftOver) return existing.licenseKey;
  if (await isSuspended(mailbox.userId)) throw accountSuspended();
  const claim = await mailboxClaim(mailbox);
  if (isLeftOver || (claim === "own" && reclaimingSince !== null)) throw new AppError("CONFLICT", REMOVING);
  // Not claimed by another account: the database only asks for a retry, as it does where many write at once.
  if (claim === "free" || claim === "own") throw conflict;
  throw new AppError("CONFLICT", claim === "claimed" ? CLAIMED : `${CLAIMED} ${CONFIRM}`);
}

type Trial = { trial: ReturnType<typeof trialFor>; whileNew: Write[] };

/**
 * For an account that never had anything else: who has bought before knows the paid features. What is bought while the
 * key is made ends the trial, or makes `whileNew` fail.
 */
async function trialOf(userId: string): Promise<Trial> {
  const { trialDays } = await readPlans();
  if (trialDays === 0) return { trial: {}, whileNew: [] };
  const { rights, reading } = await openRights(userId);
  const trial = trialFor(trialDays, rights.grants.length === 0, newId());
  return { trial, whileNew: trial.trial ? [reading.unchanged()] : [] };
}
