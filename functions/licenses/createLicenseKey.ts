import { FRESH_FOR_MONEY } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import type { License } from "#shared/licenses/license.ts";
import { createLicenseKey } from "#shared/licenses/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { createGrant, manualGrant, whileSuspended } from "../grants/index.ts";
import { http, requireFreshSignIn } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { keyIdOf, shownKey } from "../platform/keyId.ts";
import { newId, newLicenseKey } from "../platform/random.ts";
import { findUser } from "../users/index.ts";
import { keyRow } from "./desk/keyRowRules.ts";
import { auditedKey, endOf } from "./desk/rules.ts";
import { findRequest, keepRequest } from "./requestTable.ts";
import { licenseOf } from "./rules.ts";
import { createLicense, findLicense } from "./table.ts";

export const handler = http(createLicenseKey)(async ({ input, caller, now }) => {
  const { requestId, note, ...asked } = input;
  const { userId, duration, maxDailySwaps } = asked;
  if (duration !== "monthly") requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  return retryOnConflict(async () => {
    const user = await findUser(userId);
    if (!user) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
    const made = requestId === undefined ? undefined : await findRequest(requestId, asked);
    if (made !== undefined) {
      const license = await findLicense(made);
      if (!license) throw new AppError("NOT_FOUND", "The key that this dialog generated no longer exists.");
      return answerOf(license, user.email, now);
    }
    const grant = manualGrant(user, newId(), newLicenseKey(), endOf(duration, now), now);
    const license = { ...licenseOf(grant, newId(), now), maxDailySwaps };
    await transact([
      createGrant(grant),
      whileSuspended(userId, user.suspended),
      createLicense(license),
      ...(requestId === undefined
        ? []
        : [keepRequest({ requestId, asked, licenseKey: license.licenseKey }, now)]),
      auditEntry({
        operator: caller.userId,
        action: "licenses/createLicenseKey",
        subject: `key#${keyIdOf(license.licenseKey)}`,
        userId,
        before: null,
        after: { ...auditedKey(license), duration },
        at: now.toISOString(),
        ...(note !== "" && { note }),
      }),
    ]);
    return answerOf(license, user.email, now);
  });
});

const answerOf = (license: License, email: string, now: Date) => ({
  licenseKey: license.licenseKey,
  key: shownKey(keyRow(license, email, now)),
});
