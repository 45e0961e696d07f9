import { AppError } from "#shared/errors.ts";
import { createFreeKey } from "#shared/licenses/customer.ts";
import { freeGrant } from "../billing/grants/rules.ts";
import {
  claimFreeGrant,
  createGrant,
  findFreeGrant,
  isSuspended,
  whileSuspended,
  whoClaimedFreeGrant,
} from "../billing/table.ts";
import { accountSuspended } from "../platform/caller.ts";
import { decideAgain, transact, WriteConflict } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { newId, newLicenseKey } from "../platform/random.ts";
import { licenseOf } from "./rules.ts";
import { createLicense } from "./table.ts";

/** Write first and ask afterwards: of any number of calls at once one makes the key, the others read it. */
export const handler = http(createFreeKey)(async ({ caller, now }) => {
  const { normalisedEmail } = caller.user;
  const grant = freeGrant(caller.userId, newLicenseKey(), now);
  const license = licenseOf(grant, newId(), now);
  return decideAgain(async () => {
    try {
      await transact([
        claimFreeGrant(normalisedEmail, grant),
        createGrant(grant),
        createLicense(license),
        whileSuspended(caller.userId, false),
      ]);
      return { licenseKey: grant.licenseKey };
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      const existing = await findFreeGrant(caller.userId);
      if (existing) return { licenseKey: existing.licenseKey };
      if (await isSuspended(caller.userId)) throw accountSuspended();
      const owner = await whoClaimedFreeGrant(normalisedEmail);
      // Nobody: the database only asks to try again, as it does where many write at once.
      if (owner === undefined) throw error;
      throw new AppError("CONFLICT", "A free key was already created for this e-mail address.");
    }
  });
});
